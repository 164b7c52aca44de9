import type { JsonStep, Operation } from '../parse/syntax.ts';
import type { Column, Relationship, Table } from '../schema/tables.ts';

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
  | { kind: 'embed'; key: string; embed: Embed };

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
};

export type Embed = {
  name: string;
  relation: string;
  relationship: Relationship;
  join: 'inner' | 'left';
  selection: PlannedSelection;
};

export type Conflict = { columns: readonly Column[]; resolution: 'merge' | 'ignore' };

export type Change =
  | { kind: 'insert'; columns: readonly Column[]; json: string; useDefaults: boolean; conflict: Conflict | null }
  | { kind: 'update'; columns: readonly Column[]; json: string; where: readonly PlannedCondition[] }
  | { kind: 'delete'; where: readonly PlannedCondition[] };

export type Plan =
  | { kind: 'read'; selection: PlannedSelection; isCounted: boolean }
  /** `selection` is what to return of the changed rows; null returns nothing. */
  | { kind: 'write'; table: Table; change: Change; selection: PlannedSelection | null };
