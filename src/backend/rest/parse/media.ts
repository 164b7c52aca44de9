import { RestError } from '../errors.ts';

export type Media = { format: 'json' | 'csv'; single: boolean; stripNulls: boolean };

const JSON_TYPES: ReadonlySet<string> = new Set([
  '*/*',
  'application/*',
  'application/json',
  'application/vnd.pgrst.array+json',
  'application/vnd.pgrst.array',
]);
const OBJECT_TYPES: ReadonlySet<string> = new Set([
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.object',
]);

/**
 * Chooses the media type of the response from the `Accept` header, by quality, then order. Throws PGRST107 when none is
 * supported.
 */
export function parseAccept(header: string | undefined): Media {
  if (header === undefined || header.trim() === '') return { format: 'json', single: false, stripNulls: false };
  const ranges = header.split(',').map(parseRange);
  ranges.sort((a, b) => b.quality - a.quality);
  for (const { type, parameters } of ranges) {
    const stripNulls = type.includes('vnd.pgrst') && parameters.has('nulls=stripped');
    if (JSON_TYPES.has(type)) return { format: 'json', single: false, stripNulls };
    if (OBJECT_TYPES.has(type)) return { format: 'json', single: true, stripNulls };
    if (type === 'text/csv') return { format: 'csv', single: false, stripNulls: false };
  }
  throw new RestError('MediaTypeError', header);
}

function parseRange(range: string): { type: string; parameters: Set<string>; quality: number } {
  const [type = '', ...rest] = range
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const quality = Number(rest.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
  return { type, parameters: new Set(rest), quality: Number.isFinite(quality) ? quality : 0 };
}
