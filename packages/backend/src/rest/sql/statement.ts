import { RestError } from '../errors.ts';
import { MAX_PARAMETERS, MAX_ROWS, MAX_TABLE_REFERENCES } from '../limits.ts';
import type { PlannedSelection } from '../plan/steps.ts';
import { isToOne, type QualifiedName } from '../schema/tables.ts';

/**
 * A statement that is being written: values become parameters, and tables get generated aliases. Throws PGRST100 when
 * there are too many of either: conditions on embedded rows are written wherever they are used, and so can multiply.
 */
export class Statement {
  readonly values: unknown[] = [];
  /** Bytes of the answer, and of each embedded list. */
  readonly maxBytes: number;
  readonly maxListBytes: number;
  private readonly keys = new Map<string | number, string>();
  private aliases = 0;

  constructor(maxBytes: number, listBytes: number) {
    this.maxBytes = maxBytes;
    this.maxListBytes = listBytes;
  }

  /** Adds a parameter and returns its placeholder. Text of a request reaches PostgreSQL in no other way. */
  bind(value: string | number | readonly string[]): string {
    if (this.values.length === MAX_PARAMETERS)
      throw new RestError('QueryTooComplex', `More than ${MAX_PARAMETERS} values in one statement`);
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** Adds a key of a JSON path once, so that equal paths are equal expressions, as `group by` and `order by` need. */
  bindKey(key: string | number): string {
    const known = this.keys.get(key);
    if (known !== undefined) return known;
    const placeholder = this.bind(key);
    this.keys.set(key, placeholder);
    return placeholder;
  }

  /** Writes a number of rows as digits, the only value that is not a parameter. Throws for other than 0 to MAX_ROWS. */
  writeCount(count: number): string {
    if (!Number.isInteger(count) || count < 0 || count > MAX_ROWS) throw new Error(`${count} is no number of rows`);
    return count.toString();
  }

  nextAlias(): string {
    if (this.aliases === MAX_TABLE_REFERENCES) {
      throw new RestError('QueryTooComplex', `More than ${MAX_TABLE_REFERENCES} tables in one statement`);
    }
    this.aliases += 1;
    return `t${this.aliases}`;
  }
}

/** Quotes a name from the schema cache. Never call it with a name from a request. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The quoted name of a table or function, with its schema; never called on a name from a request. */
export function qualify({ schema, name }: QualifiedName): string {
  return `${quoteName(schema)}.${quoteName(name)}`;
}

/** The alias of the rows that a write or a function has returned. */
export const RETURNED = 'c0';
/** A column of these rows: the row as a value of its table, for the functions that compute something of it. */
export const WHOLE_ROW = '"whole row"';

/** The row under `alias` as one value. */
export function wholeRow(alias: string): string {
  return alias === RETURNED ? `${alias}.${WHOLE_ROW}` : `${alias}.*`;
}

/** PostgreSQL's error when `repeat` would exceed a gigabyte. It is thrown before memory is allocated. */
export const TOO_LARGE = { code: '54000', message: 'requested length too large' };

/**
 * Wraps `rows`, a select of `value` of the given type, so that the statement fails with TOO_LARGE at the row that
 * exceeds `maxBytes` in total: before the rows are joined into one text, and without reading the rest. `repeat` is used
 * because an SQL expression cannot raise an error of its own.
 */
export function limitBytes(rows: string, type: 'json' | 'text', maxBytes: number): string {
  const size = 'sum(pg_column_size(g.value)) over (rows unbounded preceding)';
  const error = `repeat(g.value::text, 2147483647)::${type}`;
  return `select case when ${size} > ${maxBytes} then ${error} else g.value end as value from (${rows}) as g`;
}

/** The bytes of each embedded list, so that all lists of one row together stay within `maxBytes` of the response. */
export function maxListBytes(selection: PlannedSelection, maxBytes: number): number {
  return Math.floor(maxBytes / Math.max(1, countLists(selection)));
}

function countLists({ embeds }: PlannedSelection): number {
  return embeds.reduce((sum, embed) => sum + (isToOne(embed.relationship) ? 0 : 1) + countLists(embed.selection), 0);
}
