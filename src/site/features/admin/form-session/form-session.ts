import type { WriteErrorKind } from '#site/content/dashboard.ts';
import { type ItemVersion, type Kept, type LocalCopy, type FormOrigin, originOf, versionOf } from './local-copy.ts';
import { mergeFields, type Versions } from './merge-fields.ts';

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
  /** Whether values that were merged would become public, and those that the editor wanted to save would not. */
  publishes?: (merged: Values, wanted: Values) => boolean;
};

/** One write of the form: what it sends, and the version that it replaces. */
export type WriteRequest<Values, Item> = {
  /** Every attempt has an id of its own, which its answer names, and which is stored with what it saves. */
  operation: string;
  /** The save that the editor asked for, by its first attempt; null for an autosave. */
  asked: string | null;
  /** The item that is written over; null creates one with the id `newId`. */
  item: Item | null;
} & Saving<Values> &
  FormOrigin;

/** How the values are saved. */
type Saving<Values> = {
  sent: Values;
  /** Writes what an autosave would write: nothing becomes public. */
  keeps: boolean;
  /** Whether the form closes after the save. */
  closes: boolean;
  /** The editor has compared both versions of a conflict and chose their own, which is written over later ones too. */
  preferredOver: Conflict<Values, unknown>['with'] | null;
};

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

/** Another version that was saved since: of the item, or of its pending draft. */
export type Conflict<Values, Item> = {
  theirs: Values;
  /** The item at the base of the write, from which both versions come; null where it is unknown. */
  ancestor: Values | null;
  /** Merges the versions; by field where it is undefined. */
  merge?(this: void, versions: Versions<Values>): Values | null;
  /** Who saved it; `userId` is null where nobody is recorded. */
  who: string;
  userId: string | null;
} & ({ with: 'item'; item: Item } | { with: 'draft'; draft: string });

/** Why a write failed; `cause` is the error. */
export type Failure<Values, Item> = {
  kind: WriteErrorKind | 'conflict';
  text: string;
  cause: unknown;
  conflict?: Conflict<Values, Item> | undefined;
};

/** After one of these the write may have been carried out all the same. */
const WITHOUT_ANSWER: readonly Failure<unknown, unknown>['kind'][] = ['unreachable', 'unknown'];

type Asked<Values> = Saving<Values> & { operation: string };

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
  /** The values come from `saved`; not so after a local copy of another version was restored. */
  isBasedOnSaved: boolean;
  offered: LocalCopy<Values> | null;
  /** The copy on offer is restored after the write under way. */
  restoring: Restoring | null;
  write: WriteRequest<Values, Item> | null;
  /** A save that waits for the autosave under way. */
  waiting: Asked<Values> | null;
  failure: (Failure<Values, Item> & { request: WriteRequest<Values, Item> }) | null;
  /** Whose changes were merged into the values since the form was opened. */
  mergedWith: string | null;
  /** How often that was. */
  merges: number;
  /** What the last writes sent, and the version of the item that each was based on. */
  sent: readonly { base: string | null; values: Values }[];
  /** The versions of others that were merged, the last one last. */
  received: readonly { userId: string; values: Values }[];
  /** `isOwn`: this form saved it. `isPending`: to the pending draft, and not to the item itself. */
  lastSave: { at: string | null; isOwn: boolean; isPending: boolean };
  /** An autosave created the item, and the editor has not saved since. */
  isCreatedByAutosave: boolean;
  hasAutosaved: boolean;
  /** The item that a write creates is to be deleted: the editor discarded it. */
  isDiscarded: boolean;
  isOnline: boolean;
  /** When something that an autosave writes was changed: for the first time since the last attempt, and last. */
  unsavedSince: { first: number; last: number } | null;
};

/** Where the values before a restore are kept, and the id of a new item. */
type Restoring = { spareSlot: string; newId: string };

export type FormAction<Values, Item> = { at: number } & (
  | { type: 'change'; part: Partial<Values> }
  /** Shows the errors of the values, and keeps them on the device. */
  | { type: 'check' }
  | { type: 'save'; operation: string; closes?: boolean; keeps?: boolean }
  /** The version of the editor is written over that of the conflict. */
  | { type: 'overwrite'; operation: string }
  | { type: 'autosave'; operation: string }
  | { type: 'acknowledged'; operation: string; written: Written<Values, Item> }
  /** After a conflict whose versions can be merged the write is repeated, as the operation `repetition`. */
  | { type: 'failed'; operation: string; failure: Failure<Values, Item>; repetition: string }
  | { type: 'online' | 'offline' }
  /** Writes the local copy: at intervals, and when the page is hidden. */
  | { type: 'keep' }
  | ({ type: 'restore' } & Restoring)
  | { type: 'dismiss' }
  /** Another version of the item, `itemId`, takes the place of the form. `keeps`: also what the server has. */
  | { type: 'replace'; itemId: string; keeps: boolean }
  /** Closes the form without what was not saved. `discard`: and without the item that was not saved by hand. */
  | { type: 'cancel' | 'discard' }
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
  /** Deletes the item. */
  | { type: 'discard'; item: Item }
  /** Reads the lists again. */
  | { type: 'refresh' };

type FormOpening<Values, Item> = {
  item: Item | null;
  version: ItemVersion | null;
  /** What the server has. */
  initial: Values;
  /** What the form shows, where it differs. */
  shown?: Values | undefined;
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
  const { item, version, initial, shown = initial, lastSave, copies, restoredSlot } = opening;
  const restored = copies.find(({ slot }) => slot === restoredSlot);
  const origin = originOf(restored, version, opening.newId);
  return {
    phase: 'open',
    item,
    version,
    values: restored?.values ?? shown,
    saved: initial,
    isTouched: false,
    hasLaterChanges: false,
    errors: {},
    slot: restored?.slot ?? opening.slot,
    origin,
    isBasedOnSaved: isBasedOn(origin, version),
    offered: restored ? null : (copies[0] ?? null),
    restoring: null,
    write: null,
    waiting: null,
    failure: null,
    mergedWith: null,
    merges: 0,
    sent: [],
    received: [],
    lastSave: { ...lastSave, isOwn: false },
    isCreatedByAutosave: false,
    hasAutosaved: false,
    isDiscarded: false,
    isOnline: true,
    unsavedSince: null,
  };
}

function isBasedOn({ base, draft }: FormOrigin, version: ItemVersion | null): boolean {
  return base === (version?.base ?? null) && draft === (version?.draft ?? null);
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
  return waiting !== null || (write !== null && write.asked !== null);
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
const FINAL: readonly Failure<unknown, unknown>['kind'][] = ['conflict', 'refused', 'signed-out'];

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

type Asking = Omit<Asked<object>, 'sent'>;

function askForSave(state: State, { operation, closes, keeps, preferredOver }: Asking, rules: Rules): Step {
  const settled = (isSaved: boolean): Effect => ({ type: 'settle', operation, isSaved });
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
function isKeeping(keeps: boolean, { autosaved }: Rules): boolean {
  return keeps || autosaved === undefined;
}

/** Repeats the save that met the conflict, over the version that the editor has seen. */
function overwrite(state: State, operation: string, rules: Rules): Step {
  const { conflict, request } = state.failure ?? {};
  if (!conflict || !request || state.write) return [state, [{ type: 'settle', operation, isSaved: false }]];
  const [merged, effects] = mergeConflict(state, conflict, { preferredOver: conflict.with })!;
  const wanted = { ...request, sent: state.values, preferredOver: conflict.with };
  const { keeps, closes, preferredOver } = repeated(wanted, merged.values, rules);
  const saving = { operation, keeps, closes, preferredOver };
  const [started, more] = askForSave({ ...merged, failure: null }, saving, rules);
  return [started, [...effects, ...more]];
}

/** A save of what it was merged with. Where somebody published the item meanwhile, its words do not become public unasked. */
function repeated<Saved extends Saving<object>>(saving: Saved, merged: object, { publishes }: Rules): Saved {
  const kept = publishes?.(merged, saving.sent) ? { keeps: true, closes: false } : {};
  return { ...saving, ...kept, sent: merged };
}

/** How many writes, and versions of others, are remembered. */
const MAX_SENT = 20;
const MAX_RECEIVED = 5;

/** Starts from what the write before it wrote. The copy on the device knows of the write before it is sent. */
function startWrite(
  state: State,
  { sent, keeps, closes, preferredOver }: Saving<object>,
  { operation, asked }: Pick<Request, 'operation' | 'asked'>,
): Step {
  const unanswered = [...state.origin.unanswered, { operation, sent }].slice(-MAX_SENT);
  const request = { operation, asked, sent, keeps, closes, preferredOver, item: state.item, ...state.origin };
  const allSent = [...state.sent, { base: state.origin.base, values: sent }].slice(-MAX_SENT);
  const next = { ...state, origin: { ...state.origin, unanswered }, sent: allSent, write: request, waiting: null };
  const kept = isDirty(next) && next.phase !== 'closed' ? [keepEffect(next)] : [];
  return [next, [...kept, { type: 'write', request }]];
}

/** After a write: starts the save that waits for it, or restores the copy that waits for it. */
function endWrite([state, effects]: Step): Step {
  const { waiting, write, restoring } = state;
  if (write) return [state, effects];
  if (waiting) {
    const { operation } = waiting;
    if (state.phase === 'closed')
      return [{ ...state, waiting: null }, [...effects, { type: 'settle', operation, isSaved: false }]];
    const [started, more] = startWrite(state, waiting, { operation, asked: operation });
    return [started, [...effects, ...more]];
  }
  if (!restoring || state.phase === 'closed') return [state, effects];
  const [restored, more] = restore(state, restoring);
  return [restored, [...effects, ...more]];
}

function acknowledge(before: State, request: Request, written: Written<object, SavedItem>): Step {
  const { sent, closes, asked, operation } = request;
  const isAutosave = asked === null;
  const isCreated = request.item === null || (before.isCreatedByAutosave && !isAutosave);
  const { base, draft = null } = written.version;
  const unanswered = before.origin.unanswered.filter((one) => one.operation !== operation);
  const state: State = {
    ...before,
    write: null,
    failure: null,
    item: written.item ?? before.item,
    version: written.item ? versionOf(written.item) : before.version,
    origin: { ...before.origin, base, draft, unanswered },
    isBasedOnSaved: true,
    lastSave: { at: written.savedAt, isOwn: true, isPending: written.item === null },
    isCreatedByAutosave: isAutosave && (before.isCreatedByAutosave || request.item === null),
  };
  // The line of the form says that a pending draft is saved: the item itself is not.
  const message: Effect[] = written.item ? [{ type: 'tell', message: isCreated ? 'created' : 'updated' }] : [];
  const told: Effect[] = asked === null ? [] : [...message, { type: 'settle', operation: asked, isSaved: true }];
  const refreshed: Effect[] = isAutosave ? [] : [{ type: 'refresh' }];
  if (before.phase === 'closed') {
    const isUnwanted = before.isDiscarded && state.item !== null;
    return [state, [...told, ...(isUnwanted ? [{ type: 'discard', item: state.item! } as const] : []), ...refreshed]];
  }
  const hasLaterChanges = differs(before.values, sent);
  if (closes && !hasLaterChanges) {
    const isShown = before.phase === 'open';
    const closing: Effect[] = isShown ? [{ type: 'close' }] : [];
    return [{ ...state, phase: 'closed' }, [...told, dropEffect(before), ...closing, ...refreshed]];
  }
  const [next, effects] = continueAfter(before, { ...state, hasLaterChanges }, sent, written);
  return [next, [...told, ...effects, ...refreshed]];
}

/** The form stays open, as asked or because it was changed during the save: from now on it edits the saved item. */
function continueAfter(before: State, state: State, sent: object, written: Written<object, SavedItem>): Step {
  const { values, saved } = withLaterChanges(before.values, sent, written.assigned);
  const next = { ...state, values, saved: { ...saved, ...written.stored } };
  const isNew = before.item === null && next.item !== null;
  // The copy on offer belongs to another new item.
  if (isNew) Object.assign(next, { offered: null, restoring: null });
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

function fail(before: State, { failure, repetition }: Extract<Action, { type: 'failed' }>, rules: Rules): Step {
  const request = before.write!;
  const { asked, operation } = request;
  const unanswered = before.origin.unanswered.filter((one) => one.operation !== operation);
  const origin = WITHOUT_ANSWER.includes(failure.kind) ? before.origin : { ...before.origin, unanswered };
  const state = { ...before, write: null, origin };
  const merged = failure.conflict && before.phase !== 'closed' ? mergeConflict(state, failure.conflict, request) : null;
  if (merged && Object.keys(rules.check(merged[0].values)).length === 0) {
    const [next, effects] = merged;
    if (next.waiting) return [{ ...next, waiting: repeated(next.waiting, next.values, rules) }, effects];
    // Words that were typed during the first attempt are saved as well; the form stays open under them.
    const wanted = { ...request, closes: request.closes && !differs(before.values, request.sent) };
    const [started, more] = startWrite(next, repeated(wanted, next.values, rules), { operation: repetition, asked });
    return [started, [...effects, ...more]];
  }
  const told: Effect[] =
    asked === null
      ? []
      : [
          { type: 'tell', message: 'failed', cause: failure.cause },
          { type: 'settle', operation: asked, isSaved: false },
          { type: 'refresh' },
        ];
  return [{ ...state, failure: { ...failure, request } }, told];
}

/** The form on the version of the conflict, with the changes of both; null where they changed the same. */
function mergeConflict(
  state: State,
  conflict: Conflict<object, SavedItem>,
  { preferredOver }: Pick<Request, 'preferredOver'>,
): Step | null {
  const { origin, values: mine, saved } = state;
  const { theirs, who } = conflict;
  const isWithDraft = conflict.with === 'draft';
  const earlier = {
    mine: [
      ...origin.unanswered.flatMap(({ sent }) => sent ?? []),
      // The pending draft that the form continues: somebody may have published it.
      ...(!isWithDraft && state.isBasedOnSaved && origin.draft !== null ? [saved] : []),
      // Not the saved versions of the item: one of them may be restored, which is a change.
      ...state.sent.flatMap(({ base, values }) => (isWithDraft || base === origin.base ? values : [])),
    ],
    theirs: state.received.flatMap((one) => (one.userId === conflict.userId ? one.values : [])),
  };
  const isOwn = earlier.mine.some((sent) => isSavedAs(theirs, sent));
  const prefersMine = isOwn || preferredOver === conflict.with;
  // `saved` is the version of the pending draft where there is one, otherwise that of the item; empty for a new item.
  const isKnown = state.isBasedOnSaved && origin.base !== null && (isWithDraft || origin.draft === null);
  const ancestor = isKnown ? saved : conflict.ancestor;
  const merge = conflict.merge ?? mergeFields;
  const values = ancestor ? merge({ ancestor, mine, theirs, earlier, prefersMine }) : prefersMine ? mine : null;
  if (!values) return null;
  const { userId } = conflict;
  const received = userId === null ? state.received : [...state.received, { userId, values: theirs }];
  const merges = state.merges + 1;
  const next = { ...state, values, mergedWith: who, merges, received: received.slice(-MAX_RECEIVED) };
  if (isWithDraft) {
    // Unlike a version of the item, the draft that is written over is stored nowhere else.
    const kept = { ...origin, values: theirs, draft: conflict.draft, unanswered: [] };
    const spare = { ...keepEffect(next), slot: conflict.draft, kept };
    const based = { origin: { ...origin, draft: conflict.draft }, saved: theirs, isBasedOnSaved: true };
    return [{ ...next, ...based }, prefersMine ? [spare] : []];
  }
  const { item } = conflict;
  const version = versionOf(item);
  const based = { item, version, origin: { ...origin, base: version.base } };
  // A new item was created although the answer was lost.
  const adopted: Effect[] = state.item ? [] : [dropEffect(state), { type: 'adopt', item }];
  return [{ ...next, ...based, ...(origin.draft === null && { saved: theirs, isBasedOnSaved: true }) }, adopted];
}

/** Whether these values were sent. A save fills empty ones in. */
function isSavedAs(saved: object, sent: object): boolean {
  return (Object.keys(sent) as (keyof object)[]).every((name) => sent[name] === '' || sent[name] === saved[name]);
}

/** Makes the copy on offer the copy of this form, after a write under way. What was typed before is kept as another copy. */
function restore(state: State, { spareSlot, newId }: Restoring): Step {
  const { offered } = state;
  if (!offered) return [state, []];
  if (state.write) return [{ ...state, restoring: { spareSlot, newId } }, []];
  const origin = originOf(offered, state.version, newId);
  const isBasedOnSaved = isBasedOn(origin, { base: state.origin.base ?? '', draft: state.origin.draft });
  const shown = { values: offered.values, origin, isBasedOnSaved, isTouched: true };
  const next = { ...state, ...shown, offered: null, restoring: null, failure: null };
  const spare = isDirty(state) ? [{ ...keepEffect(state), slot: spareSlot }] : [];
  return [next, [...spare, keepEffect(next), dropEffect(state, offered.slot)]];
}

function replace(state: State, { itemId, keeps }: Extract<Action, { type: 'replace' }>): Step {
  const kept = keeps || isDirty(state) ? [{ ...keepEffect(state), itemId }] : [];
  const dropped = itemId === state.item?.id ? [] : [dropEffect(state)];
  return [{ ...state, phase: 'closed' }, [...kept, ...dropped]];
}

function cancel(state: State, isDiscarded: boolean): Step {
  if (state.phase !== 'open' || isSaving(state)) return [state, []];
  const { item, write } = state;
  const discarded = isDiscarded && item && !write ? [{ type: 'discard', item } as const] : [];
  const refreshed: Effect[] = state.hasAutosaved ? [{ type: 'refresh' }] : [];
  const effects: Effect[] = [dropEffect(state), ...discarded, { type: 'close' }, ...refreshed];
  return [{ ...state, phase: 'closed', isDiscarded }, effects];
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
