/** The syntax tree of a query string, before its names are looked up. */

import type { ComparisonName, TextSearch } from '../operators.ts';

/** One step of a JSON path; `asText` is `->>`. */
export type JsonStep = { key: string | number; asText: boolean };

export type FieldPath = { name: string; json: readonly JsonStep[] };

export type AggregateFunction = 'avg' | 'count' | 'max' | 'min' | 'sum';

export type SelectItem =
  | { kind: 'all' }
  | { kind: 'column'; field: FieldPath; alias: string | null; cast: string | null }
  | AggregateItem
  | EmbedItem;

/** `amount::int.sum()::text`, or `count()` of rows, which has no field. */
export type AggregateItem = {
  kind: 'aggregate';
  function: AggregateFunction;
  field: FieldPath | null;
  alias: string | null;
  cast: string | null;
  resultCast: string | null;
};

export type EmbedItem = {
  kind: 'embed';
  relation: string;
  alias: string | null;
  hint: string | null;
  join: 'inner' | 'left';
  /** `...relation(…)`: the keys become keys of the row itself. */
  isSpread: boolean;
  items: readonly SelectItem[];
};

export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown';

export type Operation =
  | { kind: 'compare'; operator: ComparisonName; quantifier: 'any' | 'all' | null; value: string }
  | { kind: 'in'; values: readonly string[] }
  | { kind: 'is'; value: IsValue }
  | { kind: 'search'; operator: TextSearch; config: string | null; value: string };

export type Condition =
  | { kind: 'filter'; field: FieldPath; negated: boolean; operation: Operation }
  | { kind: 'group'; joinedBy: 'and' | 'or'; negated: boolean; children: readonly Condition[] };

export type OrderItem = {
  field: FieldPath;
  /** The embedded relationship whose column orders the rows, as in `order=categories(name)`. */
  through: string | null;
  descending: boolean;
  nulls: 'first' | 'last' | null;
};

/** One parameter of the query string, and the path of the embedded relationships it applies to. */
export type Clause = { path: readonly string[] } & (
  | { kind: 'condition'; condition: Condition }
  | { kind: 'order'; items: readonly OrderItem[] }
  | { kind: 'limit'; value: number }
  | { kind: 'offset'; value: number }
);

export type Query = {
  select: readonly SelectItem[];
  clauses: readonly Clause[];
  columns: readonly string[] | null;
  onConflict: readonly string[] | null;
  /** The parameters that are no filter: the arguments of a function called by GET. */
  arguments: readonly (readonly [name: string, value: string])[];
};
