import type { WriteErrorKind } from '#site/content/dashboard.ts';
import { type FormOrigin, type ItemVersion, type Kept, type LocalCopy, originOf } from './local-copy.ts';
import type { Versions } from './merge-fields.ts';

/** What the session of a form knows, the actions that change it, and the effects that they have (form-session.ts). */

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

export type Saving<Values> = {
  sent: Values;
  /** Writes what an autosave would write: nothing becomes public. */
  keeps: boolean;
  /** Whether the form closes after the save. */
  closes: boolean;
  /** The editor has compared both versions of a conflict and chose their own, which is written over later ones too. */
  preferredOver: Conflict<Values, unknown>['with'] | null;
};

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
export type OtherVersion<Values, Item> = {
  theirs: Values;
  /** The item at the base of the write, from which both versions come; null where it is unknown. */
  ancestor: Values | null;
  /** Merges the versions; by field where it is undefined. */
  merge?(this: void, versions: Versions<Values>): Values | null;
} & ({ with: 'item'; item: Item } | { with: 'draft'; draft: string });

/** The other version, and who saved it; `userId` is null where nobody is recorded. */
export type Conflict<Values, Item> = OtherVersion<Values, Item> & { who: string; userId: string | null };

/** Why a write failed; `cause` is the error. */
export type Failure<Values, Item> = {
  kind: WriteErrorKind | 'conflict';
  text: string;
  cause: unknown;
  conflict?: Conflict<Values, Item> | undefined;
};

export type Asked<Values> = Saving<Values> & { operation: string };

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
export type Restoring = { spareSlot: string; newId: string };

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

/** Whether a form of this origin shows the version. */
export function isBasedOn({ base, draft }: FormOrigin, version: ItemVersion | null): boolean {
  return base === (version?.base ?? null) && draft === (version?.draft ?? null);
}

/** For the reducer the values and the item are opaque: only the rules look into them. A step is the next state and the effects. */
export type AnyState = FormState<object, SavedItem>;
export type AnyAction = FormAction<object, SavedItem>;
export type AnyEffect = FormEffect<object, SavedItem>;
export type AnyRules = FormRules<object, SavedItem>;
export type AnyRequest = WriteRequest<object, SavedItem>;
export type AnyStep = [AnyState, AnyEffect[]];

export function differs<Values extends object>(one: Values, other: Values): boolean {
  return (Object.keys(one) as (keyof Values)[]).some((name) => one[name] !== other[name]);
}

export function isDirty(state: AnyState): boolean {
  return differs(state.values, state.saved);
}

/** Whether a save that the editor asked for is under way or waits. */
export function isSaving({ write, waiting }: AnyState): boolean {
  return waiting !== null || (write !== null && write.asked !== null);
}

type SaveState = 'saving' | 'offline' | 'conflicting' | 'failed' | 'restored' | 'typed' | 'saved' | 'new';

export function saveStateOf(state: AnyState): SaveState {
  const { write, waiting, isOnline, failure, isTouched, lastSave } = state;
  const isUnsaved = isDirty(state);
  if (write || waiting) return 'saving';
  if (!isOnline && isUnsaved) return 'offline';
  if (failure) return failure.kind === 'conflict' ? 'conflicting' : 'failed';
  if (isUnsaved) return isTouched ? 'typed' : 'restored';
  return lastSave.at ? 'saved' : 'new';
}

/** Writes the local copy. */
export function keepEffect({ item, slot, values, origin }: AnyState) {
  return { type: 'keep', itemId: item?.id, slot, kept: { values, ...origin } } as const;
}

/** Deletes a local copy: that of the form, or that of another slot. */
export function dropEffect({ item, slot: own }: AnyState, slot = own) {
  return { type: 'drop', itemId: item?.id, slot } as const;
}
