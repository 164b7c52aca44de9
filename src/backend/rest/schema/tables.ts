/** What the planner knows of the database. Every identifier that reaches SQL comes from here. */

export type Column = {
  name: string;
  /** As PostgreSQL writes it, e.g. `character varying(20)`. */
  type: string;
  isJson: boolean;
  /** The SQL expression of its DEFAULT (from the catalog), or null. */
  default: string | null;
  isWritable: boolean;
};

export type ColumnPair = { from: string; to: string };

/** A foreign key seen from one of its ends, or two of them through a junction table. */
export type Relationship = {
  origin: string;
  target: string;
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many';
  constraint: string;
  /** Origin's column → target's, or the junction's when there is one. */
  pairs: readonly ColumnPair[];
  /** The junction's column → target's. */
  junction: { table: string; constraint: string; pairs: readonly ColumnPair[] } | null;
  /** Names a request may use as `!hint`. */
  hints: ReadonlySet<string>;
};

export type Table = {
  name: string;
  /** What PostgreSQL can do to it at all, whoever asks: nothing to a view that is not updatable. */
  writes: ReadonlySet<'insert' | 'update' | 'delete'>;
  columns: ReadonlyMap<string, Column>;
  primaryKey: readonly string[];
  /** Where this table is the origin. */
  relationships: readonly Relationship[];
};

export type SchemaCache = {
  tables: ReadonlyMap<string, Table>;
  /** What a cast may name → PostgreSQL's name of the type. */
  types: ReadonlyMap<string, string>;
};

export const isToOne = (relationship: Relationship): boolean =>
  relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one';
