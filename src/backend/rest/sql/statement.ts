/** A statement in the making: values become parameters, tables get names of our own. */
export class Statement {
  readonly values: unknown[] = [];
  private aliases = 0;

  /** The placeholder that stands for a value; the only way in which a request's text reaches PostgreSQL. */
  bind(value: string | number | readonly string[]): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  nextAlias(): string {
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
