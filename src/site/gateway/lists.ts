import type { PostgrestError } from '@supabase/supabase-js';

/** A part of a list; `offset` counts from 0. */
export type ListRange = { offset: number; limit: number };
/** The rows of a part of a list, and how many rows the whole list has. */
export type ListPage<Item> = { rows: Item[]; total: number };

/** The data API's error for a range that begins after the last row (protocol.md 2.4). */
const BEYOND_THE_END = 'PGRST103';

type Answer<Item> = { data: Item[] | null; count: number | null; error: PostgrestError | null };

/** Reads the answer to a query with `count: 'exact'` and a range. Beyond the end there are no rows. Rethrows other errors. */
export function toListPage<Item>({ data, count, error }: Answer<Item>): ListPage<Item> {
  if (error?.code === BEYOND_THE_END) {
    return { rows: [], total: Number(/only (\d{1,15}) rows/.exec(error.details)?.[1] ?? 0) };
  }
  if (error) throw error;
  return { rows: data ?? [], total: count ?? 0 };
}

/** The data of an answer. Rethrows its error. */
export async function dataOf<Result extends { data: unknown; error: Error | null }>(
  answer: PromiseLike<Result>,
): Promise<Extract<Result, { error: null }>['data']> {
  const { data, error } = await answer;
  if (error) throw error;
  return data;
}

/**
 * A `like` pattern for texts that contain this one. The characters of patterns are escaped; an asterisk stands for any
 * one character, because the data API turns it into a wildcard in any case (protocol.md 2.2).
 */
export function patternContaining(text: string): string {
  return `%${text
    .trim()
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '_')}%`;
}

/** A condition of the data API: one of the columns contains the text. */
export function anyContains(columns: readonly string[], text: string): string {
  const quoted = `"${patternContaining(text).replace(/["\\]/g, '\\$&')}"`;
  return columns.map((column) => `${column}.ilike.${quoted}`).join(',');
}

/** The ids are in the address of a request, and each change of a post makes its search vector again. */
const IDS_PER_REQUEST = 25;

type Rows<Row> = PromiseLike<{ data: Row[] | null; error: PostgrestError | null }>;

/** Writes the rows of many ids in several requests; returns the rows of all answers. An error of the first changed nothing. */
export async function inParts<Row>(
  ids: readonly string[],
  write: (part: readonly string[]) => Rows<Row>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < ids.length; from += IDS_PER_REQUEST) {
    const { data, error } = await write(ids.slice(from, from + IDS_PER_REQUEST));
    // What is done is reported; the number says that it is not all.
    if (error && rows.length > 0) return rows;
    if (error) throw error;
    rows.push(...(data ?? []));
  }
  return rows;
}
