/** The schema cache. Every identifier in SQL comes from here. */

export type Column = {
  name: string;
  /** PostgreSQL's text, e.g. `character varying(20)`. */
  type: string;
  isJson: boolean;
  /** The SQL expression of its DEFAULT (from the catalog), or null. */
  default: string | null;
  isWritable: boolean;
};

export type ColumnPair = { from: string; to: string };

/** A foreign key seen from one end, or two foreign keys through a junction table. */
export type Relationship = {
  origin: string;
  target: string;
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many';
  constraint: string;
  /** Columns of origin and target, or of origin and junction where there is one. */
  pairs: readonly ColumnPair[];
  /** Columns of junction and target. */
  junction: { table: string; constraint: string; pairs: readonly ColumnPair[] } | null;
  /** Names a request may use as `!hint`. */
  hints: ReadonlySet<string>;
};

export type Table = {
  name: string;
  /** The writes that PostgreSQL supports: none for a view that is not updatable. */
  writes: ReadonlySet<'insert' | 'update' | 'delete'>;
  columns: ReadonlyMap<string, Column>;
  primaryKey: readonly string[];
  /** The relationships whose origin this table is. */
  relationships: readonly Relationship[];
};

export type SchemaCache = {
  tables: ReadonlyMap<string, Table>;
  /** The type names that a cast accepts, with PostgreSQL's name of each. */
  types: ReadonlyMap<string, string>;
};

export const isToOne = (relationship: Relationship): boolean =>
  relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one';
