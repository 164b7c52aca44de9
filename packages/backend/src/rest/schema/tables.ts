/** The schema cache. Every identifier in SQL comes from here. */

export type QualifiedName = { schema: string; name: string };

export type Column = {
  name: string;
  /** PostgreSQL's text, e.g. `character varying(20)`. */
  type: string;
  isJson: boolean;
  /** The SQL expression of its DEFAULT (from the catalog), or null. */
  default: string | null;
  isWritable: boolean;
  /** The function of the row that computes it, or null for a column of the table itself. */
  computedBy: QualifiedName | null;
};

export type ColumnPair = { from: string; to: string };

/** A foreign key seen from one end, two foreign keys through a junction table, or a function of a row. */
export type Relationship = {
  origin: string;
  target: string;
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many';
  /** Whether the origin has the columns of the foreign key. */
  isReferencing: boolean;
  isTargetView: boolean;
  constraint: string;
  /** Columns of origin and target, or of origin and junction where there is one. */
  pairs: readonly ColumnPair[];
  /** Columns of junction and target. */
  junction: { table: string; constraint: string; pairs: readonly ColumnPair[] } | null;
  /** The function that returns the related rows of a row, or null for a foreign key. */
  computedBy: QualifiedName | null;
};

export type Table = QualifiedName & {
  /** The writes that PostgreSQL supports: none for a view that is not updatable. */
  writes: ReadonlySet<'insert' | 'update' | 'delete'>;
  columns: ReadonlyMap<string, Column>;
  /** Functions of a row, which `*` does not select. */
  computed: ReadonlyMap<string, Column>;
  primaryKey: readonly string[];
  /** The relationships whose origin this table is. */
  relationships: readonly Relationship[];
};

export type Parameter = {
  /** Empty for an unnamed parameter. */
  name: string;
  type: string;
  hasDefault: boolean;
  isVariadic: boolean;
};

/** A function that a request may call. */
export type Routine = QualifiedName & {
  parameters: readonly Parameter[];
  /** Whether it may write (`volatile`). */
  isVolatile: boolean;
  returnsSet: boolean;
  /** What it returns: rows of this table or of own columns, one value or row of unknown columns each, or nothing. */
  result: { kind: 'rows'; table: Table; hasOwnColumns: boolean } | { kind: 'value' | 'record' | 'void' };
};

/** One schema that is exposed. */
export type SchemaCache = {
  schema: string;
  tables: ReadonlyMap<string, Table>;
  /** All functions of each name. */
  routines: ReadonlyMap<string, readonly Routine[]>;
  /** The type names that a cast accepts, with PostgreSQL's name of each. */
  types: ReadonlyMap<string, string>;
};

export const isToOne = (relationship: Relationship): boolean =>
  relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one';
