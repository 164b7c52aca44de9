import {
  type AnyAction,
  type AnyEffect,
  type AnyRequest,
  type AnyRules,
  type AnyState,
  type AnyStep,
  type Conflict,
  differs,
  dropEffect,
  type Failure,
  isBasedOn,
  isDirty,
  keepEffect,
  type Restoring,
  type SavedItem,
  type Saving,
  type Written,
} from './form-state.ts';
import { originOf, versionOf } from './local-copy.ts';
import { mergeFields } from './merge-fields.ts';

/** Steps of the reducer of form-session.ts: a write begins and ends, conflicts are merged, a local copy is restored. */

/** How many writes, and versions of others, are remembered. */
const MAX_SENT = 20;
const MAX_RECEIVED = 5;

/** After one of these errors the write may have been carried out all the same. */
const WITHOUT_ANSWER: readonly Failure<unknown, unknown>['kind'][] = ['unreachable', 'unknown'];

/** Starts from what the write before it wrote. The copy on the device knows of the write before it is sent. */
export function startWrite(
  state: AnyState,
  { sent, keeps, closes, preferredOver }: Saving<object>,
  { operation, asked }: Pick<AnyRequest, 'operation' | 'asked'>,
): AnyStep {
  const unanswered = [...state.origin.unanswered, { operation, sent }].slice(-MAX_SENT);
  const request = { operation, asked, sent, keeps, closes, preferredOver, item: state.item, ...state.origin };
  const allSent = [...state.sent, { base: state.origin.base, values: sent }].slice(-MAX_SENT);
  const next = { ...state, origin: { ...state.origin, unanswered }, sent: allSent, write: request, waiting: null };
  const kept = isDirty(next) && next.phase !== 'closed' ? [keepEffect(next)] : [];
  return [next, [...kept, { type: 'write', request }]];
}

/** After a write: starts the save that waits for it, or restores the copy that waits for it. */
export function endWrite([state, effects]: AnyStep): AnyStep {
  const { waiting, restoring } = state;
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

export function acknowledge(before: AnyState, request: AnyRequest, written: Written<object, SavedItem>): AnyStep {
  const { sent, closes, asked, operation } = request;
  const isAutosave = asked === null;
  const isCreated = request.item === null || (before.isCreatedByAutosave && !isAutosave);
  const { base, draft = null } = written.version;
  const unanswered = before.origin.unanswered.filter((one) => one.operation !== operation);
  const state: AnyState = {
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
  const message: AnyEffect[] = written.item ? [{ type: 'tell', message: isCreated ? 'created' : 'updated' }] : [];
  const told: AnyEffect[] = asked === null ? [] : [...message, { type: 'settle', operation: asked, isSaved: true }];
  const refreshed: AnyEffect[] = isAutosave ? [] : [{ type: 'refresh' }];
  if (before.phase === 'closed') {
    const isUnwanted = before.isDiscarded && state.item !== null;
    return [state, [...told, ...(isUnwanted ? [{ type: 'discard', item: state.item! } as const] : []), ...refreshed]];
  }
  const hasLaterChanges = differs(before.values, sent);
  if (closes && !hasLaterChanges) {
    const isShown = before.phase === 'open';
    const closing: AnyEffect[] = isShown ? [{ type: 'close' }] : [];
    return [{ ...state, phase: 'closed' }, [...told, dropEffect(before), ...closing, ...refreshed]];
  }
  const [next, effects] = continueAfter(before, { ...state, hasLaterChanges }, sent, written);
  return [next, [...told, ...effects, ...refreshed]];
}

/** The form stays open, as asked or because it was changed during the save: from now on it edits the saved item. */
function continueAfter(before: AnyState, state: AnyState, sent: object, written: Written<object, SavedItem>): AnyStep {
  const { values, saved } = withLaterChanges(before.values, sent, written.assigned);
  const next = { ...state, values, saved: { ...saved, ...written.stored } };
  const isNew = before.item === null && next.item !== null;
  // The copy on offer belongs to another new item.
  if (isNew) Object.assign(next, { offered: null, restoring: null });
  const effects: AnyEffect[] = [
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

/** A save of what it was merged with. Where somebody published the item meanwhile, its words do not become public unasked. */
export function repeated<Saved extends Saving<object>>(saving: Saved, merged: object, { publishes }: AnyRules): Saved {
  const kept = publishes?.(merged, saving.sent) ? { keeps: true, closes: false } : {};
  return { ...saving, ...kept, sent: merged };
}

export function fail(
  before: AnyState,
  { failure, repetition }: Extract<AnyAction, { type: 'failed' }>,
  rules: AnyRules,
): AnyStep {
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
  const told: AnyEffect[] =
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
export function mergeConflict(
  state: AnyState,
  conflict: Conflict<object, SavedItem>,
  { preferredOver }: Pick<AnyRequest, 'preferredOver'>,
): AnyStep | null {
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
  const adopted: AnyEffect[] = state.item ? [] : [dropEffect(state), { type: 'adopt', item }];
  return [{ ...next, ...based, ...(origin.draft === null && { saved: theirs, isBasedOnSaved: true }) }, adopted];
}

/** Whether these values were sent. A save fills empty ones in. */
function isSavedAs(saved: object, sent: object): boolean {
  return (Object.keys(sent) as (keyof object)[]).every((name) => sent[name] === '' || sent[name] === saved[name]);
}

/** Makes the copy on offer the copy of this form, after a write under way. What was typed before is kept as another copy. */
export function restore(state: AnyState, { spareSlot, newId }: Restoring): AnyStep {
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
