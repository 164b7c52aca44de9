import fc from 'fast-check';

/** The caller whose key and token a request has; `garbage` is a token that cannot be verified. */
export const CALLERS = ['none', 'anon', 'user', 'admin', 'service', 'garbage'] as const;
export type FuzzCaller = (typeof CALLERS)[number];

/** A request as plain data, so that a failing one can be printed and repeated. */
export type FuzzRequest = {
  method: string;
  /** Path and query as sent. */
  target: string;
  caller: FuzzCaller;
  headers: Record<string, string>;
  body: string | null;
};

export const caller = fc.constantFrom(...CALLERS);

/** Short texts of any characters, and texts that have broken parsers before. */
export const noise = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 24 }),
  fc.string({ unit: 'grapheme', maxLength: 24 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\\',
    '"',
    "'",
    '%',
    '%00',
    '..',
    '../..',
    '//',
    '\u202e',
    '\ufeff',
    '\n',
    '\r\n',
    '__proto__',

    "'; drop table blog_posts; --",
    '$1',
    '${1}',
    '{{.}}',
    '<script>alert(1)</script>',
    'null',
    'NaN',
    '-1',
    '1e309',
    '9'.repeat(40),
    '\u{1F600}',
    'ａ',
    '[]',
    '{}',
    '(',
    ')',
    '*',
    '%25',
    'undefined',
    '2026-13-45',
    'infinity',
  ),
);

/** Texts that are long enough to reach a limit or a slow algorithm. */
export const long = fc
  .tuple(
    fc.constantFrom('a', '/', '<', ' ', '%', '@', '(', ',', '*', '\t', 'é', '"', '.'),
    fc.integer({ min: 100, max: 20_000 }),
  )
  .map(([unit, times]) => unit.repeat(times));

export const anyText = fc.oneof({ weight: 12, arbitrary: noise }, { weight: 1, arbitrary: long });

export const uuid = fc.oneof(fc.uuid(), fc.constantFrom('00000000-0000-0000-0000-000000000000', 'not-a-uuid', ''));

/** A JSON body: mostly an object with some of the named fields, sometimes any value, sometimes invalid JSON. */
export function jsonBody(fields: readonly string[]): fc.Arbitrary<string> {
  const value = fc.oneof({ weight: 6, arbitrary: anyText }, { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) });
  return fc.oneof(
    { weight: 10, arbitrary: fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 6 }).map(toJson) },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 5 }).map(toJson) },
    { weight: 1, arbitrary: noise },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 3000 }).map((depth) => '['.repeat(depth)) },
  );
}

const toJson = (value: unknown): string => JSON.stringify(value) ?? 'null';

/** A query string `?a=b&c=d` of these names and others. */
export function search(names: readonly string[], values: fc.Arbitrary<string> = anyText): fc.Arbitrary<string> {
  const name = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: noise });
  return fc.array(fc.tuple(name, values), { maxLength: 4 }).map((pairs) => {
    const query = new URLSearchParams(pairs).toString();
    return query === '' ? '' : `?${query}`;
  });
}
