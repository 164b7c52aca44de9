import type { WriteErrorKind } from '#site/content/dashboard.ts';
import { type ItemVersion, type Kept, type LocalCopy, type FormOrigin, originOf, versionOf } from './local-copy.ts';

/**
 * The session of a form as a pure state machine: `reduce(state, action)` returns the next state and the effects to carry
 * out. `use-form-session.ts` joins it to the network, the storage of the browser and the clock.
 */

export type FieldErrors<Values> = Partial<Record<keyof Values, string>>;
export type SavedItem = { id: string; updated_at: string };

/** What differs from kind to kind. */
export type FormRules<Values, Item> = {
  check: (values: Values) => FieldErrors<Values>;
  /** What an autosave writes of the values; undefined where the kind has no autosave. */
  autosaved?: (values: Values, item: Item | null) => Values;
};

/** One write of the form: what it sends, and the version that it replaces. */
export type WriteRequest<Values, Item> = {
  /** Every attempt has an id of its own, which its answer names. */
  operation: string;
  isAutosave: boolean;
  /** Whether the form closes after the save. */
  closes: boolean;
  sent: Values;
  /** The item that is written over; null creates one with the id `newId`. */
  item: Item | null;
  slot: string;
} & FormOrigin;

/** What a write has written. */
export type Written<Values, Item> = {
  /** null where the values went to the pending draft of the item. */
  item: Item | null;
  /** When it was saved, in ISO 8601. */
  savedAt: string;
  version: Pick<ItemVersion, 'base' | 'draft'>;
  /** What the save filled in by itself, for example the slug that was made from the title. */
  assigned: Partial<Values>;
  /** Fields that were sent and not written: the form keeps what was typed, as unsaved. */
  stored?: Partial<Values>;
};

/** Why a write failed; `cause` is the error. */
export type Failure = { kind: WriteErrorKind | 'conflict'; text: string; cause: unknown };

/** A save that the editor asked for; `over` is the item of a conflict that it replaces. */
type Asked<Values, Item> = { operation: string; closes: boolean; over?: Item | undefined; sent: Values };

export type FormState<Values extends object, Item extends SavedItem> = {
  /** `left`: the form is not shown any more. `closed`: its words are saved, discarded, or handed to another form. */
  phase: 'open' | 'left' | 'closed';
  item: Item | null;
  /** The version that the form was opened with, or saved since. */
  version: ItemVersion | null;
  values: Values;
  /** What the server has. */
  saved: Values;
  /** Whether the values were changed since the form was opened. */
  isTouched: boolean;
  /** Whether the form was changed during its last save. */
  hasLaterChanges: boolean;
  errors: FieldErrors<Values>;
  /** Every opened form has a slot for its local copy. */
  slot: string;
  origin: FormOrigin;
  /** The local copy on offer. */
  offered: LocalCopy<Values> | null;
  /** The write under way. */
  write: WriteRequest<Values, Item> | null;
  /** A save that waits for the autosave under way. */
  waiting: Asked<Values, Item> | null;
  failure: (Failure & { isAutosave: boolean }) | null;
  /** `isOwn`: this form saved it. `isPending`: to the pending draft, and not to the item itself. */
  lastSave: { at: string | null; isOwn: boolean; isPending: boolean };
  /** An autosave created the item, and the editor has not saved since. */
  isCreatedByAutosave: boolean;
  hasAutosaved: boolean;
  /** The item that an autosave creates is to be deleted: the form was cancelled. */
  isDiscarded: boolean;
  isOnline: boolean;
  /** When something that an autosave writes was changed: for the first time since the last attempt, and last. */
  unsavedSince: { first: number; last: number } | null;
};

export type FormAction<Values, Item> = { at: number } & (
  | { type: 'change'; part: Partial<Values> }
  /** Shows the errors of the values, and keeps them on the device. */
  | { type: 'check' }
  | { type: 'save'; operation: string; closes: boolean; over?: Item | undefined }
  | { type: 'autosave'; operation: string }
  | { type: 'acknowledged'; operation: string; written: Written<Values, Item> }
  | { type: 'failed'; operation: string; failure: Failure }
  | { type: 'online' | 'offline' }
  /** Writes the local copy: at intervals, and when the page is hidden. */
  | { type: 'keep' }
  | { type: 'restore'; spareSlot: string; newId: string }
  | { type: 'dismiss' }
  /** Another version of the item, `itemId`, takes the place of the form. `keeps`: also what the server has. */
  | { type: 'replace'; itemId: string; keeps: boolean }
  | { type: 'cancel' }
  | { type: 'enter' | 'leave' }
);

export type FormEffect<Values, Item> =
  | { type: 'write'; request: WriteRequest<Values, Item> }
  | { type: 'keep'; itemId: string | undefined; slot: string; kept: Kept<Values> }
  | { type: 'drop'; itemId: string | undefined; slot: string }
  | { type: 'tell'; message: 'created' | 'updated' }
  | { type: 'tell'; message: 'failed'; cause: unknown }
  /** The result of a save that the editor asked for. */
  | { type: 'settle'; operation: string; isSaved: boolean }
  | { type: 'adopt'; item: Item }
  | { type: 'close' }
  /** Deletes the item that an autosave created. */
  | { type: 'discard'; item: Item }
  /** Reads the lists again. */
  | { type: 'refresh' };

type FormOpening<Values, Item> = {
  item: Item | null;
  version: ItemVersion | null;
  initial: Values;
  lastSave: { at: string | null; isPending: boolean };
  /** The local copies that differ from `initial`, newest first. */
  copies: readonly LocalCopy<Values>[];
  /** The slot of the copy that the form starts with. */
  restoredSlot: string | undefined;
  slot: string;
  newId: string;
};

export function openForm<Values extends object, Item extends SavedItem>(
  opening: FormOpening<Values, Item>,
): FormState<Values, Item> {
  const { item, version, initial, lastSave, copies, restoredSlot } = opening;
  const restored = copies.find(({ slot }) => slot === restoredSlot);
  return {
    phase: 'open',
    item,
    version,
    values: restored?.values ?? initial,
    saved: initial,
    isTouched: false,
    hasLaterChanges: false,
    errors: {},
    slot: restored?.slot ?? opening.slot,
    origin: originOf(restored, version, opening.newId),
    offered: restored ? null : (copies[0] ?? null),
    write: null,
    waiting: null,
    failure: null,
    lastSave: { ...lastSave, isOwn: false },
    isCreatedByAutosave: false,
    hasAutosaved: false,
    isDiscarded: false,
    isOnline: true,
    unsavedSince: null,
  };
}

/** For the reducer the values and the item are opaque: only the rules look into them. */
type State = FormState<object, SavedItem>;
type Action = FormAction<object, SavedItem>;
type Effect = FormEffect<object, SavedItem>;
type Rules = FormRules<object, SavedItem>;
type Request = WriteRequest<object, SavedItem>;
type Step = [State, Effect[]];

export function differs<Values extends object>(one: Values, other: Values): boolean {
  return (Object.keys(one) as (keyof Values)[]).some((name) => one[name] !== other[name]);
}

export function isDirty(state: State): boolean {
  return differs(state.values, state.saved);
}

/** Whether a save that the editor asked for is under way or waits. */
export function isSaving({ write, waiting }: State): boolean {
  return waiting !== null || (write !== null && !write.isAutosave);
}

type SaveState = 'saving' | 'offline' | 'conflicting' | 'failed' | 'restored' | 'typed' | 'saved' | 'new';

/** The one word for the state of a form. */
export function saveStateOf(state: State): SaveState {
  const { write, waiting, isOnline, failure, isTouched, lastSave } = state;
  const isUnsaved = isDirty(state);
  if (write || waiting) return 'saving';
  if (!isOnline && isUnsaved) return 'offline';
  if (failure) return failure.kind === 'conflict' ? 'conflicting' : 'failed';
  if (isUnsaved) return isTouched ? 'typed' : 'restored';
  return lastSave.at ? 'saved' : 'new';
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
const FINAL: readonly Failure['kind'][] = ['conflict', 'refused', 'signed-out'];

/** When the next autosave is due, in milliseconds since 1970; null where none is. */
export function autosaveDueAt({ unsavedSince, isOnline, failure }: State): number | null {
  if (!unsavedSince || !isOnline) return null;
  return Math.min(unsavedSince.last + (failure ? RETRY_MS : PAUSE_MS), unsavedSince.first + MAX_WAIT_MS);
}

export function reduce<Values extends object, Item extends SavedItem>(
  state: FormState<Values, Item>,
  action: FormAction<Values, Item>,
  rules: FormRules<Values, Item>,
): [FormState<Values, Item>, FormEffect<Values, Item>[]] {
  const opaque = rules as unknown as Rules;
  const [next, effects] = step(state, action, opaque);
  const unsavedSince = nextUnsavedSince(state, next, action.at, opaque);
  return [{ ...next, unsavedSince } as FormState<Values, Item>, effects as FormEffect<Values, Item>[]];
}

function nextUnsavedSince(before: State, next: State, at: number, rules: Rules): State['unsavedSince'] {
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

function step(state: State, action: Action, rules: Rules): Step {
  switch (action.type) {
    case 'change':
      return [change(state, action.part, rules), []];
    case 'check':
      return [{ ...state, errors: rules.check(state.values) }, isDirty(state) ? [keepEffect(state)] : []];
    case 'save':
      return askForSave(state, action, rules);
    case 'autosave':
      return autosaveDueAt(state) !== null
        ? startWrite({ ...state, hasAutosaved: true }, { ...action, closes: false, sent: state.values }, true)
        : [state, []];
    case 'acknowledged':
      return state.write?.operation === action.operation
        ? acknowledge(state, state.write, action.written)
        : [state, []];
    case 'failed':
      return state.write?.operation === action.operation ? fail(state, state.write, action.failure) : [state, []];
    case 'online':
    case 'offline':
      return [{ ...state, isOnline: action.type === 'online' }, []];
    case 'keep':
      return [state, keepOrDrop(state)];
    case 'restore':
      return restore(state, action);
    case 'dismiss':
      return state.offered ? [{ ...state, offered: null }, [dropEffect(state, state.offered.slot)]] : [state, []];
    case 'replace':
      return replace(state, action);
    case 'cancel':
      return cancel(state);
    case 'enter':
      return [state.phase === 'left' ? { ...state, phase: 'open' } : state, []];
    case 'leave':
      return leave(state);
  }
}

function change(state: State, part: Partial<object>, { check }: Rules): State {
  const values = { ...state.values, ...part };
  const hasErrors = Object.keys(state.errors).length > 0;
  // A shown error disappears as soon as it is corrected; new errors appear at the next attempt.
  const errors = hasErrors ? onlyKnown(check(values), state.errors) : state.errors;
  return { ...state, values, errors, isTouched: true };
}

function onlyKnown<Errors extends object>(found: Errors, known: Errors): Errors {
  return Object.fromEntries(Object.entries(found).filter(([name]) => name in known)) as Errors;
}

function askForSave(state: State, { operation, closes, over }: Extract<Action, { type: 'save' }>, rules: Rules): Step {
  const refused: Effect = { type: 'settle', operation, isSaved: false };
  if (state.phase !== 'open' || isSaving(state)) return [state, [refused]];
  const errors = rules.check(state.values);
  if (Object.keys(errors).length > 0) return [{ ...state, errors }, [refused]];
  // The copy is written before the save starts, whatever its result.
  const kept = isDirty(state) ? [keepEffect(state)] : [];
  const asked = { operation, closes, over, sent: state.values };
  const next = { ...state, errors };
  if (state.write) return [{ ...next, waiting: asked }, kept];
  const [started, effects] = startWrite(next, asked);
  return [started, [...kept, ...effects]];
}

/** Starts from what the write before it wrote, or from the other version of a conflict. */
function startWrite(
  state: State,
  { operation, closes, over, sent }: Asked<object, SavedItem>,
  isAutosave = false,
): Step {
  const { item, origin, slot } = state;
  const version = over ? { item: over, base: over.updated_at } : { item };
  const request = { operation, isAutosave, closes, sent, slot, ...origin, ...version };
  return [{ ...state, write: request, waiting: null }, [{ type: 'write', request }]];
}

/** After a write: starts the save that waits for it. */
function startWaiting([state, effects]: Step): Step {
  if (!state.waiting) return [state, effects];
  const { operation } = state.waiting;
  if (state.phase === 'closed')
    return [{ ...state, waiting: null }, [...effects, { type: 'settle', operation, isSaved: false }]];
  const [started, more] = startWrite(state, state.waiting);
  return [started, [...effects, ...more]];
}

function acknowledge(before: State, request: Request, written: Written<object, SavedItem>): Step {
  const { sent, closes, isAutosave, operation } = request;
  const isCreated = request.item === null || (before.isCreatedByAutosave && !isAutosave);
  const { base, draft = null } = written.version;
  const state: State = {
    ...before,
    write: null,
    failure: null,
    item: written.item ?? before.item,
    version: written.item ? versionOf(written.item) : before.version,
    origin: { ...before.origin, base, draft },
    lastSave: { at: written.savedAt, isOwn: true, isPending: written.item === null },
    isCreatedByAutosave: isAutosave && (before.isCreatedByAutosave || request.item === null),
  };
  const told: Effect[] = isAutosave
    ? []
    : [
        { type: 'tell', message: isCreated ? 'created' : 'updated' },
        { type: 'settle', operation, isSaved: true },
      ];
  const refreshed: Effect[] = isAutosave ? [] : [{ type: 'refresh' }];
  if (before.phase === 'closed') {
    const isUnwanted = before.isDiscarded && state.item !== null;
    return startWaiting([
      state,
      [...told, ...(isUnwanted ? [{ type: 'discard', item: state.item! } as const] : []), ...refreshed],
    ]);
  }
  const hasLaterChanges = differs(before.values, sent);
  if (closes && !hasLaterChanges) {
    const isShown = before.phase === 'open';
    const closing: Effect[] = isShown ? [{ type: 'close' }] : [];
    return [{ ...state, phase: 'closed' }, [...told, dropEffect(before), ...closing, ...refreshed]];
  }
  const [next, effects] = continueAfter(before, { ...state, hasLaterChanges }, sent, written);
  return startWaiting([next, [...told, ...effects, ...refreshed]]);
}

/** The form stays open, as asked or because it was changed during the save: from now on it edits the saved item. */
function continueAfter(before: State, state: State, sent: object, written: Written<object, SavedItem>): Step {
  const { values, saved } = withLaterChanges(before.values, sent, written.assigned);
  const next = { ...state, values, saved: { ...saved, ...written.stored } };
  const isNew = before.item === null && next.item !== null;
  // The copy on offer belongs to another new item.
  if (isNew) next.offered = null;
  const effects: Effect[] = [
    isDirty(next) ? keepEffect(next) : dropEffect(next),
    ...(isNew ? [dropEffect(before)] : []),
    ...(isNew && before.phase === 'open' ? [{ type: 'adopt', item: next.item! } as const] : []),
  ];
  return [next, effects];
}

/**
 * The form after a save during which it was changed: `saved` are the values in the database, `values` what the form
 * holds. A field that was not changed since it was sent takes what the save assigned.
 */
export function withLaterChanges<Values extends object>(
  current: Values,
  sent: Values,
  assigned: Partial<Values>,
): { saved: Values; values: Values } {
  const names = Object.keys(assigned) as (keyof Values)[];
  const untouched = names.filter((name) => current[name] === sent[name]).map((name) => [name, assigned[name]]);
  return { saved: { ...sent, ...assigned }, values: { ...current, ...Object.fromEntries(untouched) } };
}

function fail(state: State, { operation, isAutosave }: Request, failure: Failure): Step {
  const told: Effect[] = isAutosave
    ? []
    : [
        { type: 'tell', message: 'failed', cause: failure.cause },
        { type: 'settle', operation, isSaved: false },
        { type: 'refresh' },
      ];
  return startWaiting([{ ...state, write: null, failure: { ...failure, isAutosave } }, told]);
}

/** Makes the copy on offer the copy of this form. What was typed before is kept as another copy. */
function restore(state: State, { spareSlot, newId }: Extract<Action, { type: 'restore' }>): Step {
  const { offered } = state;
  if (!offered) return [state, []];
  const origin = originOf(offered, state.version, newId);
  const next = { ...state, values: offered.values, origin, offered: null, isTouched: true };
  const spare = isDirty(state) ? [{ ...keepEffect(state), slot: spareSlot }] : [];
  return [next, [...spare, keepEffect(next), dropEffect(state, offered.slot)]];
}

function replace(state: State, { itemId, keeps }: Extract<Action, { type: 'replace' }>): Step {
  const kept = keeps || isDirty(state) ? [{ ...keepEffect(state), itemId }] : [];
  const dropped = itemId === state.item?.id ? [] : [dropEffect(state)];
  return [{ ...state, phase: 'closed' }, [...kept, ...dropped]];
}

function cancel(state: State): Step {
  if (state.phase !== 'open' || isSaving(state)) return [state, []];
  const { item, write } = state;
  const isDiscarded = item === null || state.isCreatedByAutosave;
  const discarded = isDiscarded && item && !write ? [{ type: 'discard', item } as const] : [];
  return [{ ...state, phase: 'closed', isDiscarded }, [dropEffect(state), ...discarded, { type: 'close' }]];
}

function leave(state: State): Step {
  const refreshed: Effect[] = state.hasAutosaved ? [{ type: 'refresh' }] : [];
  return [state.phase === 'open' ? { ...state, phase: 'left' } : state, [...keepOrDrop(state), ...refreshed]];
}

/** An unchanged form leaves no copy. */
function keepOrDrop(state: State): Effect[] {
  if (state.phase === 'closed' || !state.isTouched) return [];
  return [isDirty(state) ? keepEffect(state) : dropEffect(state)];
}

function keepEffect({ item, slot, values, origin }: State) {
  return { type: 'keep', itemId: item?.id, slot, kept: { values, ...origin } } as const;
}

function dropEffect({ item, slot: own }: State, slot = own) {
  return { type: 'drop', itemId: item?.id, slot } as const;
}
