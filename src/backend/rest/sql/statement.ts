import { RestError } from '../errors.ts';
import { MAX_PARAMETERS, MAX_TABLE_REFERENCES } from '../limits.ts';

/**
 * A statement in the making: values become parameters, tables get names of our own. Throws PGRST100 as soon as it has
 * too many of either: conditions on embedded rows are written wherever these are asked for, and so can multiply.
 */
export class Statement {
  readonly values: unknown[] = [];
  /** Bytes that each embedded list may hold. */
  readonly maxListBytes: number;
  private aliases = 0;

  constructor(maxListBytes: number) {
    this.maxListBytes = maxListBytes;
  }

  /** The placeholder that stands for a value; the only way in which a request's text reaches PostgreSQL. */
  bind(value: string | number | readonly string[]): string {
    if (this.values.length === MAX_PARAMETERS)
      throw new RestError('QueryTooComplex', `More than ${MAX_PARAMETERS} values in one statement`);
    this.values.push(value);
    return `$${this.values.length}`;
  }

  nextAlias(): string {
    if (this.aliases === MAX_TABLE_REFERENCES) {
      throw new RestError('QueryTooComplex', `More than ${MAX_TABLE_REFERENCES} tables in one statement`);
    }
    this.aliases += 1;
    return `t${this.aliases}`;
  }
}

/** Quotes a name of the schema cache; never called on a name from a request. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function qualifyTable(name: string): string {
  return `"public".${quoteName(name)}`;
}
