import type { JsonStep, Operation } from '../parse/syntax.ts';
import type { Column, Relationship, Table } from '../schema/tables.ts';

/** What a request asks for, once every name in it is known to exist. */

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
  /** Every embedded relationship, those too that only filter (`categories!inner()`). */
  embeds: readonly Embed[];
  where: readonly PlannedCondition[];
  order: readonly OrderTerm[];
  /** As asked; `sql` keeps it within MAX_ROWS where the wire does. */
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
  /** `selection` shapes what is returned of the changed rows; null returns nothing. */
  | { kind: 'write'; table: Table; change: Change; selection: PlannedSelection | null };
