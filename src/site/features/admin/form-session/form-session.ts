import {
  type AnyAction,
  type AnyEffect,
  type AnyRules,
  type AnyState,
  type AnyStep,
  type Asked,
  differs,
  dropEffect,
  type Failure,
  type FormAction,
  type FormEffect,
  type FormRules,
  type FormState,
  isDirty,
  isSaving,
  keepEffect,
  type SavedItem,
} from './form-state.ts';
import { acknowledge, endWrite, fail, mergeConflict, repeated, restore, startWrite } from './form-writes.ts';

/**
 * The session of a form as a pure state machine: `reduce(state, action)` returns the next state and the effects to carry
 * out. `form-state.ts` has the state, `form-writes.ts` what a write does to it. `use-form-session.ts` joins it to the
 * network, the storage of the browser and the clock.
 */

export function reduce<Values extends object, Item extends SavedItem>(
  state: FormState<Values, Item>,
  action: FormAction<Values, Item>,
  rules: FormRules<Values, Item>,
): [FormState<Values, Item>, FormEffect<Values, Item>[]] {
  const opaque = rules as unknown as AnyRules;
  const [next, effects] = step(state, action, opaque);
  const unsavedSince = nextUnsavedSince(state, next, action.at, opaque);
  return [{ ...next, unsavedSince } as FormState<Values, Item>, effects as FormEffect<Values, Item>[]];
}

/** Whether an autosave would write something that the server does not have. */
export function hasAutosaveChanges<Values extends object, Item extends SavedItem>(
  { values, saved, item }: FormState<Values, Item>,
  { autosaved }: FormRules<Values, Item>,
): boolean {
  return autosaved !== undefined && differs(autosaved(values, item), autosaved(saved, item));
}

/** An autosave follows the last change after this time. */
const PAUSE_MS = 5_000;
/** While changes continue, an autosave follows the first one that is not saved after this time at the latest. */
const MAX_WAIT_MS = 20_000;
/** The pause after an attempt that failed. */
const RETRY_MS = 15_000;

/** Errors that a repeated autosave would meet again. */
const FINAL: readonly Failure<unknown, unknown>['kind'][] = ['conflict', 'refused', 'signed-out'];

/** When the next autosave is due, in milliseconds since 1970; null where none is. */
export function autosaveDueAt({ unsavedSince, isOnline, failure }: AnyState): number | null {
  if (!unsavedSince || !isOnline) return null;
  return Math.min(unsavedSince.last + (failure ? RETRY_MS : PAUSE_MS), unsavedSince.first + MAX_WAIT_MS);
}

function nextUnsavedSince(before: AnyState, next: AnyState, at: number, rules: AnyRules): AnyState['unsavedSince'] {
  const isDue =
    next.phase === 'open' &&
    !next.write &&
    !(next.failure && FINAL.includes(next.failure.kind)) &&
    hasAutosaveChanges(next, rules) &&
    Object.keys(rules.check(next.values)).length === 0;
  if (!isDue) return null;
  const since = before.unsavedSince;
  if (!since) return { first: at, last: at };
  const isChanged = before.values !== next.values || (!before.isOnline && next.isOnline);
  return isChanged ? { ...since, last: at } : since;
}

function step(state: AnyState, action: AnyAction, rules: AnyRules): AnyStep {
  switch (action.type) {
    case 'change':
      return [change(state, action.part, rules), []];
    case 'check':
      return [{ ...state, errors: rules.check(state.values) }, isDirty(state) ? [keepEffect(state)] : []];
    case 'save':
      return askForSave(state, { keeps: false, closes: false, preferredOver: null, ...action }, rules);
    case 'overwrite':
      return overwrite(state, action.operation, rules);
    case 'autosave': {
      const saving = { sent: state.values, keeps: true, closes: false, preferredOver: null };
      return autosaveDueAt(state) !== null
        ? startWrite({ ...state, hasAutosaved: true }, saving, { ...action, asked: null })
        : [state, []];
    }
    case 'acknowledged':
      return state.write?.operation === action.operation
        ? endWrite(acknowledge(state, state.write, action.written))
        : [state, []];
    case 'failed':
      return state.write?.operation === action.operation ? endWrite(fail(state, action, rules)) : [state, []];
    case 'online':
    case 'offline':
      return [{ ...state, isOnline: action.type === 'online' }, []];
    case 'keep':
      return [state, keepOrDrop(state)];
    case 'restore':
      return restore(state, action);
    case 'dismiss':
      return state.offered
        ? [{ ...state, offered: null, restoring: null }, [dropEffect(state, state.offered.slot)]]
        : [state, []];
    case 'replace':
      return replace(state, action);
    case 'cancel':
    case 'discard':
      return cancel(state, action.type === 'discard');
    case 'enter':
      return [state.phase === 'left' ? { ...state, phase: 'open' } : state, []];
    case 'leave':
      return leave(state);
  }
}

function change(state: AnyState, part: Partial<object>, { check }: AnyRules): AnyState {
  const values = { ...state.values, ...part };
  const hasErrors = Object.keys(state.errors).length > 0;
  // A shown error disappears as soon as it is corrected; new errors appear at the next attempt.
  const errors = hasErrors ? onlyKnown(check(values), state.errors) : state.errors;
  return { ...state, values, errors, isTouched: true };
}

function onlyKnown<Errors extends object>(found: Errors, known: Errors): Errors {
  return Object.fromEntries(Object.entries(found).filter(([name]) => name in known)) as Errors;
}

type Asking = Omit<Asked<object>, 'sent'>;

function askForSave(state: AnyState, { operation, closes, keeps, preferredOver }: Asking, rules: AnyRules): AnyStep {
  const settled = (isSaved: boolean): AnyEffect => ({ type: 'settle', operation, isSaved });
  if (state.phase !== 'open' || isSaving(state)) return [state, [settled(false)]];
  const errors = rules.check(state.values);
  if (Object.keys(errors).length > 0) return [{ ...state, errors }, [settled(false)]];
  const next = { ...state, errors };
  if (!closes && state.item && !state.write && !state.failure && !isDirty(state) && isKeeping(keeps, rules))
    return [next, [settled(true)]];
  const asked = { operation, sent: state.values, keeps, closes, preferredOver };
  // The copy is written before the save starts, whatever its result.
  if (state.write) return [{ ...next, waiting: asked }, isDirty(state) ? [keepEffect(state)] : []];
  return startWrite(next, asked, { operation, asked: operation });
}

/** Whether a save without changes has nothing to write. One that publishes writes what a pending draft has. */
function isKeeping(keeps: boolean, { autosaved }: AnyRules): boolean {
  return keeps || autosaved === undefined;
}

/** Repeats the save that met the conflict, over the version that the editor has seen. */
function overwrite(state: AnyState, operation: string, rules: AnyRules): AnyStep {
  const { conflict, request } = state.failure ?? {};
  if (!conflict || !request || state.write) return [state, [{ type: 'settle', operation, isSaved: false }]];
  const [merged, effects] = mergeConflict(state, conflict, { preferredOver: conflict.with })!;
  const wanted = { ...request, sent: state.values, preferredOver: conflict.with };
  const { keeps, closes, preferredOver } = repeated(wanted, merged.values, rules);
  const saving = { operation, keeps, closes, preferredOver };
  const [started, more] = askForSave({ ...merged, failure: null }, saving, rules);
  return [started, [...effects, ...more]];
}

function replace(state: AnyState, { itemId, keeps }: Extract<AnyAction, { type: 'replace' }>): AnyStep {
  const kept = keeps || isDirty(state) ? [{ ...keepEffect(state), itemId }] : [];
  const dropped = itemId === state.item?.id ? [] : [dropEffect(state)];
  return [{ ...state, phase: 'closed' }, [...kept, ...dropped]];
}

function cancel(state: AnyState, isDiscarded: boolean): AnyStep {
  if (state.phase !== 'open' || isSaving(state)) return [state, []];
  const { item, write } = state;
  const discarded = isDiscarded && item && !write ? [{ type: 'discard', item } as const] : [];
  const refreshed: AnyEffect[] = state.hasAutosaved ? [{ type: 'refresh' }] : [];
  const effects: AnyEffect[] = [dropEffect(state), ...discarded, { type: 'close' }, ...refreshed];
  return [{ ...state, phase: 'closed', isDiscarded }, effects];
}

function leave(state: AnyState): AnyStep {
  const refreshed: AnyEffect[] = state.hasAutosaved ? [{ type: 'refresh' }] : [];
  return [state.phase === 'open' ? { ...state, phase: 'left' } : state, [...keepOrDrop(state), ...refreshed]];
}

/** An unchanged form leaves no copy. */
function keepOrDrop(state: AnyState): AnyEffect[] {
  if (state.phase === 'closed' || !state.isTouched) return [];
  return [isDirty(state) ? keepEffect(state) : dropEffect(state)];
}
