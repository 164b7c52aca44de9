import { RestError } from '../errors.ts';
import { MAX_PARAMETERS, MAX_ROWS, MAX_TABLE_REFERENCES } from '../limits.ts';
import type { QualifiedName } from '../schema/tables.ts';

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

  constructor(maxBytes: number, maxListBytes: number) {
    this.maxBytes = maxBytes;
    this.maxListBytes = maxListBytes;
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
