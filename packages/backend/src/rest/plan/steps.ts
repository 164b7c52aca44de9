import type { AggregateFunction, JsonStep, Operation } from '../parse/syntax.ts';
import type { Column, Parameter, Relationship, Routine, Table } from '../schema/tables.ts';

/** The plan of a request, in which every name has been looked up. */

export type Expression = { column: Column; json: readonly JsonStep[] };

export type PlannedCondition =
  | { kind: 'filter'; expression: Expression; negated: boolean; operation: Operation }
  /** Whether related rows exist: `categories=not.is.null`. */
  | { kind: 'related'; embed: Embed; exists: boolean }
  | { kind: 'group'; joinedBy: 'and' | 'or'; negated: boolean; children: readonly PlannedCondition[] };

export type OrderTerm = {
  expression: Expression;
  through: Embed | null;
  descending: boolean;
  nulls: 'first' | 'last' | null;
};

export type Output =
  | { kind: 'column'; key: string; expression: Expression; cast: string | null }
  | Aggregate
  | { kind: 'embed'; key: string; embed: Embed }
  /** One key of a spread embed, as a key of the row itself. */
  | { kind: 'spread'; key: string; embed: Embed };

/**
 * `expression` is null for `count()`, which counts rows, and for an aggregate of a spread embed: `spread` says which of its
 * outputs, or null to count rows. `resultCast` is the type of the result.
 */
export type Aggregate = {
  kind: 'aggregate';
  key: string;
  function: AggregateFunction;
  expression: Expression | null;
  spread: { embed: Embed; at: number | null } | null;
  cast: string | null;
  resultCast: string | null;
};

export type PlannedSelection = {
  table: Table;
  outputs: readonly Output[];
  /** All embedded relationships, including those that only filter (`categories!inner()`). */
  embeds: readonly Embed[];
  where: readonly PlannedCondition[];
  order: readonly OrderTerm[];
  /** As requested; `sql` limits it to MAX_ROWS where PostgREST does. */
  limit: number | null;
  offset: number;
  /** Whether it is spread into one row, which computes its aggregates. */
  isPartOfRow: boolean;
};

export type Embed = {
  name: string;
  relation: string;
  relationship: Relationship;
  join: 'inner' | 'left';
  isSpread: boolean;
  selection: PlannedSelection;
};

/** Whether the rows are grouped, or all of them make one row. */
export const isAggregated = ({ outputs, isPartOfRow }: PlannedSelection): boolean =>
  !isPartOfRow && outputs.some(({ kind }) => kind === 'aggregate');

export type Conflict = { columns: readonly Column[]; resolution: 'merge' | 'ignore' };

export type Change =
  | { kind: 'insert'; columns: readonly Column[]; json: string; useDefaults: boolean; conflict: Conflict | null }
  | { kind: 'update'; columns: readonly Column[]; json: string; where: readonly PlannedCondition[] }
  | { kind: 'delete'; where: readonly PlannedCondition[] };

export type Plan =
  | { kind: 'read'; selection: PlannedSelection; isCounted: boolean }
  /** `selection` is what to return of the changed rows; null returns nothing. */
  | { kind: 'write'; table: Table; change: Change; selection: PlannedSelection | null }
  /** `selection` is what to return of the rows of the result; null for a value, and for a function without a result. */
  | { kind: 'call'; call: Call; selection: PlannedSelection | null; range: ValueRange; isCounted: boolean };

/** The values of a function without columns that are returned. */
export type ValueRange = { limit: number | null; offset: number };

export type Call = {
  routine: Routine;
  arguments: CallArguments;
};

/** The arguments by the parameters that are given, the others have their defaults. */
export type CallArguments =
  /** Texts of the query string; several for a variadic parameter. */
  | { kind: 'texts'; given: readonly { parameter: Parameter; value: string | readonly string[] }[] }
  /** Keys of a JSON object. */
  | { kind: 'json'; given: readonly Parameter[]; json: string }
  /** The whole body, for a function with one unnamed parameter. */
  | { kind: 'body'; parameter: Parameter; body: string };
