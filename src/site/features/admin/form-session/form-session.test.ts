import fc from 'fast-check';
import { expect, test } from 'vitest';
import { autosaveDueAt, reduce } from './form-session.ts';
import {
  type Conflict,
  type FormAction,
  type FormEffect,
  type FormRules,
  type FormState,
  differs,
  isDirty,
  openForm,
  saveStateOf,
} from './form-state.ts';
import { withLaterChanges } from './form-writes.ts';
import type { LocalCopy } from './local-copy.ts';

type Values = { title: string; text: string; status: string };
type Item = { id: string; updated_at: string; values: Values };
type Action = FormAction<Values, Item>;
type State = FormState<Values, Item>;
type Effect = FormEffect<Values, Item>;
/** An action without its time. */
type Event = Action extends infer One ? (One extends Action ? Omit<One, 'at'> : never) : never;

const EMPTY: Values = { title: '', text: '', status: 'draft' };
const RULES: FormRules<Values, Item> = {
  check: ({ title }) => (title ? {} : { title: 'A title is needed' }),
  autosaved: (values) => ({ ...values, status: 'draft' }),
  publishes: (merged, wanted) => merged.status === 'published' && wanted.status !== 'published',
};
const WITHOUT_AUTOSAVE: FormRules<Values, Item> = { check: RULES.check };

const timeOf = (count: number) => new Date(Date.UTC(2026, 10, 21, 8, 0, count)).toISOString();
const itemOf = (values: Values, count = 1): Item => ({ id: 'i1', updated_at: timeOf(count), values });
const STORED = itemOf({ title: 'A', text: 'One', status: 'draft' });

function openItem(copies: LocalCopy<Values>[] = [], restoredSlot?: string): State {
  return openForm({
    item: STORED,
    version: { base: STORED.updated_at, savedAt: STORED.updated_at },
    initial: STORED.values,
    lastSave: { at: STORED.updated_at, isPending: false },
    copies,
    restoredSlot,
    slot: 'own',
    newId: 'n1',
  });
}

function openNew(copies: LocalCopy<Values>[] = []): State {
  const lastSave = { at: null, isPending: false };
  const place = { restoredSlot: undefined, slot: 'own', newId: 'n1' };
  return openForm<Values, Item>({ item: null, version: null, initial: EMPTY, lastSave, copies, ...place });
}

/** The state and all effects after these actions, which happen at the given time. */
function run(state: State, events: readonly Event[], at = 0, rules = RULES): { state: State; effects: Effect[] } {
  let current = state;
  const effects: Effect[] = [];
  for (const event of events) {
    const [next, more] = reduce(current, { ...event, at }, rules);
    current = next;
    effects.push(...more);
  }
  return { state: current, effects };
}

const typed = (text: string): Event => ({ type: 'change', part: { text } });
const save = (operation = 's1', closes = false): Event => ({ type: 'save', operation, closes });
const autosave = (operation = 'a1'): Event => ({ type: 'autosave', operation });
const acknowledged = (operation: string, values: Values, more: object = {}): Event => {
  const item = itemOf(values, 2);
  const written = { item, savedAt: item.updated_at, version: { base: item.updated_at }, assigned: {}, ...more };
  return { type: 'acknowledged', operation, written };
};
const failed = (
  operation: string,
  kind: 'unreachable' | 'conflict' | 'refused' = 'unreachable',
  conflict?: Conflict<Values, Item>,
): Event => ({
  type: 'failed',
  operation,
  failure: { kind, text: kind, cause: new Error(kind), conflict },
  repetition: `${operation}, again`,
});
const conflictWith = (values: Values, ancestor: Values | null = STORED.values): Conflict<Values, Item> => ({
  with: 'item',
  item: itemOf(values, 5),
  theirs: values,
  ancestor,
  who: 'Meera',
  userId: 'u2',
});
const draftConflict = (values: Values): Conflict<Values, Item> => ({
  theirs: values,
  ancestor: STORED.values,
  who: 'Meera',
  userId: 'u2',
  with: 'draft',
  draft: 'd2',
});
const requestsIn = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.type === 'write' ? [effect.request] : []));
const typesOf = (effects: readonly Effect[]) => effects.map(({ type }) => type);
const copyOf = (text: string, slot = 'other'): LocalCopy<Values> => ({
  slot,
  savedAt: timeOf(9),
  values: { ...STORED.values, text },
  base: STORED.updated_at,
  newId: 'n0',
});

test('later words stay, and an untouched field takes what the save assigned', () => {
  const sent = { title: 'A', slug: '', text: 'One' };
  expect(withLaterChanges({ ...sent, text: 'One two' }, sent, { slug: 'a' })).toEqual({
    saved: { title: 'A', slug: 'a', text: 'One' },
    values: { title: 'A', slug: 'a', text: 'One two' },
  });
});

test('a later word in an assigned field is not replaced', () => {
  const sent = { title: 'A', slug: '' };
  const { saved, values } = withLaterChanges({ title: 'A', slug: 'mine' }, sent, { slug: 'a' });
  expect(values).toEqual({ title: 'A', slug: 'mine' });
  expect(differs(values, saved)).toBe(true);
});

test('an opened item is saved, a new form is new, and a change makes either typed', () => {
  expect(saveStateOf(openItem())).toBe('saved');
  expect(saveStateOf(openNew())).toBe('new');
  expect(saveStateOf(run(openItem(), [typed('Two')]).state)).toBe('typed');
});

test('a form that starts with a local copy is restored, in the slot and on the base of the copy', () => {
  const state = openItem([copyOf('Kept')], 'other');
  expect(saveStateOf(state)).toBe('restored');
  expect(state).toMatchObject({ slot: 'other', offered: null, origin: { base: STORED.updated_at, newId: 'n0' } });
});

test('an offered copy that is restored becomes the copy of the form, and what was typed before is kept apart', () => {
  const { state, effects } = run(openItem([copyOf('Kept')]), [
    typed('Typed'),
    { type: 'restore', spareSlot: 'spare', newId: 'n2' },
  ]);
  expect(state).toMatchObject({ values: { text: 'Kept' }, offered: null });
  expect(effects).toMatchObject([
    { type: 'keep', slot: 'spare', kept: { values: { text: 'Typed' } } },
    { type: 'keep', slot: 'own', kept: { values: { text: 'Kept' } } },
    { type: 'drop', slot: 'other' },
  ]);
});

test('an offered copy that is dismissed is deleted', () => {
  const { state, effects } = run(openItem([copyOf('Kept')]), [{ type: 'dismiss' }]);
  expect(state.offered).toBeNull();
  expect(effects).toEqual([{ type: 'drop', itemId: 'i1', slot: 'other' }]);
});

test('a save with errors shows them and sends nothing; an error disappears when it is corrected', () => {
  const { state, effects } = run(openNew(), [typed('Text'), save()]);
  expect(effects).toEqual([{ type: 'settle', operation: 's1', isSaved: false }]);
  expect(Object.keys(state.errors)).toEqual(['title']);
  expect(run(state, [{ type: 'change', part: { title: 'A' } }]).state.errors).toEqual({});
  const strict = {
    ...RULES,
    check: ({ title, text }: Values) => ({ ...(!title && { title }), ...(!text && { text }) }),
  };
  expect(Object.keys(run(state, [typed('')], 0, strict).state.errors)).toEqual(['title']);
});

test('a check shows errors and keeps the copy', () => {
  const { state, effects } = run(openNew(), [typed('Text'), { type: 'check' }]);
  expect(Object.keys(state.errors)).toEqual(['title']);
  expect(typesOf(effects)).toEqual(['keep']);
});

test('a save keeps the copy, then sends the values over the version that the editor has seen', () => {
  const { state, effects } = run(openItem(), [typed('Two'), save()]);
  expect(saveStateOf(state)).toBe('saving');
  expect(effects).toMatchObject([
    { type: 'keep', slot: 'own', kept: { values: { text: 'Two' } } },
    { type: 'write', request: { operation: 's1', sent: { text: 'Two' }, item: STORED, base: STORED.updated_at } },
  ]);
});

test('a second save while one is under way is refused', () => {
  const { effects } = run(openItem(), [typed('Two'), save('s1'), save('s2')]);
  expect(effects.at(-1)).toEqual({ type: 'settle', operation: 's2', isSaved: false });
});

test('an acknowledged save is saved; the next one is based on it', () => {
  const sent = { ...STORED.values, text: 'Two' };
  const { state, effects } = run(openItem(), [typed('Two'), save(), acknowledged('s1', sent)]);
  expect(saveStateOf(state)).toBe('saved');
  expect(state).toMatchObject({ origin: { base: timeOf(2) }, lastSave: { at: timeOf(2), isOwn: true } });
  expect(typesOf(effects)).toEqual(['keep', 'write', 'tell', 'settle', 'drop', 'refresh']);
  expect(effects).toContainEqual({ type: 'tell', message: 'updated' });
});

test('a save that closes the form drops its copy and closes it', () => {
  const sent = { ...STORED.values, text: 'Two' };
  const { state, effects } = run(openItem(), [typed('Two'), save('s1', true), acknowledged('s1', sent)]);
  expect(state.phase).toBe('closed');
  expect(typesOf(effects).slice(2)).toEqual(['tell', 'settle', 'drop', 'close', 'refresh']);
  expect(run(state, [{ type: 'keep' }, { type: 'leave' }]).effects).toEqual([]);
});

test('a form that was changed during a save that closes it stays open, with the later words unsaved', () => {
  const sent = { ...STORED.values, text: 'Two' };
  const { state, effects } = run(openItem(), [
    typed('Two'),
    save('s1', true),
    typed('Three'),
    acknowledged('s1', sent),
  ]);
  expect(state).toMatchObject({ phase: 'open', hasLaterChanges: true, values: { text: 'Three' }, saved: sent });
  expect(typesOf(effects)).not.toContain('close');
  expect(effects).toContainEqual(
    expect.objectContaining({ type: 'keep', kept: expect.objectContaining({ base: timeOf(2) }) }),
  );
});

test('a new item that is created while its form stays open is adopted: its copy moves, and no other new item is offered', () => {
  const values = { ...EMPTY, title: 'A' };
  const { state, effects } = run(openNew([copyOf('Other')]), [
    { type: 'change', part: { title: 'A' } },
    save(),
    acknowledged('s1', values),
  ]);
  expect(state).toMatchObject({ item: { id: 'i1' }, offered: null });
  expect(effects.slice(2)).toMatchObject([
    { type: 'tell', message: 'created' },
    { type: 'settle', isSaved: true },
    { type: 'drop', itemId: 'i1' },
    { type: 'drop', itemId: undefined },
    { type: 'adopt', item: { id: 'i1' } },
    { type: 'refresh' },
  ]);
});

test('a save without an answer has failed, keeps the words, and says so', () => {
  const { state, effects } = run(openItem(), [typed('Two'), save(), failed('s1')]);
  expect(saveStateOf(state)).toBe('failed');
  expect(state.values.text).toBe('Two');
  expect(typesOf(effects).slice(2)).toEqual(['tell', 'settle', 'refresh']);
});

test('a repeated creation has the id of the first attempt', () => {
  const { effects } = run(openNew(), [{ type: 'change', part: { title: 'A' } }, save('s1'), failed('s1'), save('s2')]);
  const requests = effects.flatMap((effect) => (effect.type === 'write' ? [effect.request] : []));
  expect(requests.map(({ newId, operation }) => [newId, operation])).toEqual([
    ['n1', 's1'],
    ['n1', 's2'],
  ]);
});

test('a version of their own that somebody has restored is a change, and not overwritten unasked', () => {
  const two = { ...STORED.values, text: 'Two' };
  const three = { ...STORED.values, text: 'Three' };
  const saved = run(openItem(), [typed('Two'), save('s1'), acknowledged('s1', two)]).state;
  const later = run(saved, [typed('Three'), save('s2'), acknowledged('s2', three)]).state;
  const { state } = run(later, [typed('Four'), save('s3'), failed('s3', 'conflict', conflictWith(two))]);
  expect(saveStateOf(state)).toBe('conflicting');
});

test('a conflict in the same field stays until the editor saves over the version that they have seen', () => {
  const conflict = conflictWith({ ...STORED.values, text: 'Theirs' });
  const { state } = run(openItem(), [typed('Mine'), save('s1', true), failed('s1', 'conflict', conflict)]);
  expect(saveStateOf(state)).toBe('conflicting');
  expect(autosaveDueAt(state)).toBeNull();
  const mine = run(state, [{ type: 'overwrite', operation: 's2' }]);
  const request = { operation: 's2', sent: { text: 'Mine' }, base: timeOf(5), closes: true, preferredOver: 'item' };
  expect(requestsIn(mine.effects)).toMatchObject([request]);
  // A colleague who types on has saved again meanwhile.
  const again = conflictWith({ title: 'B', text: 'Theirs again', status: 'draft' });
  const repeated = run(mine.state, [failed('s2', 'conflict', { ...again, ancestor: conflict.theirs })]);
  expect(requestsIn(repeated.effects)).toMatchObject([
    { operation: 's2, again', asked: 's2', sent: { title: 'B', text: 'Mine' } },
  ]);
});

test('changes of two people in different fields are merged, and the save is repeated as an operation of its own', () => {
  const theirs = { ...STORED.values, title: 'Theirs' };
  const begun = run(openItem(), [typed('Mine'), save('s1', true)]).state;
  const { state, effects } = run(begun, [failed('s1', 'conflict', conflictWith(theirs))]);
  expect(state).toMatchObject({ values: { title: 'Theirs', text: 'Mine' }, saved: theirs, mergedWith: 'Meera' });
  expect(requestsIn(effects)).toMatchObject([
    { operation: 's1, again', asked: 's1', base: timeOf(5), closes: true, sent: { title: 'Theirs', text: 'Mine' } },
  ]);
  expect(state.origin.unanswered.map(({ operation }) => operation)).toEqual(['s1, again']);
  const saved = run(state, [acknowledged('s1, again', { ...theirs, text: 'Mine' })]);
  expect(saved.effects).toContainEqual({ type: 'settle', operation: 's1', isSaved: true });
  expect(saved.state.phase).toBe('closed');
});

test('a new item whose creation was not answered is adopted when it is merged with what somebody changed since', () => {
  const values = { title: 'A', text: 'Mine', status: 'draft' };
  const begun = run(openNew(), [
    { type: 'change', part: values },
    save(),
    failed('s1'),
    typed('Mine, later'),
    save('s2'),
  ]);
  const theirs = { ...values, title: 'Theirs' };
  const { state, effects } = run(begun.state, [failed('s2', 'conflict', conflictWith(theirs, values))]);
  expect(effects).toContainEqual({ type: 'adopt', item: itemOf(theirs, 5) });
  expect(effects).toContainEqual({ type: 'drop', itemId: undefined, slot: 'own' });
  expect(state).toMatchObject({ item: { id: 'i1' }, values: { title: 'Theirs', text: 'Mine, later' } });
});

test('words that were typed during a save that met a conflict are merged and saved too, and the form stays open', () => {
  const begun = run(openItem(), [typed('Mine'), save('s1', true), typed('Mine, later')]).state;
  const { effects } = run(begun, [failed('s1', 'conflict', conflictWith({ ...STORED.values, title: 'Theirs' }))]);
  expect(requestsIn(effects)).toMatchObject([{ sent: { title: 'Theirs', text: 'Mine, later' }, closes: false }]);
});

test('a save of a draft that somebody published meanwhile is kept, and the form stays open', () => {
  const published = { ...STORED.values, status: 'published' };
  const kept = [{ keeps: true, closes: false, sent: { status: 'published', text: 'Mine' } }];
  const begun = run(openItem(), [typed('Mine'), save('s1', true)]).state;
  expect(requestsIn(run(begun, [failed('s1', 'conflict', conflictWith(published))]).effects)).toMatchObject(kept);
  const waiting = run(openItem(), [typed('Mine'), autosave(), save('s1', true)]).state;
  expect(requestsIn(run(waiting, [failed('a1', 'conflict', conflictWith(published))]).effects)).toMatchObject(kept);
  const theirs = conflictWith({ ...published, text: 'Theirs' });
  const chosen = run(begun, [failed('s1', 'conflict', theirs), { type: 'overwrite', operation: 's2' }]);
  expect(requestsIn(chosen.effects)).toMatchObject(kept);
  const publishing: Event = { type: 'change', part: { text: 'Mine', status: 'published' } };
  const asked = run(openItem(), [publishing, save('s1', true), failed('s1', 'conflict', conflictWith(published))]);
  expect(requestsIn(asked.effects).at(-1)).toMatchObject({ keeps: false, closes: true });
});

test('a save that waits for an autosave is made of what the autosave was merged with', () => {
  const begun = run(openItem(), [typed('Mine'), autosave(), save('s1')]).state;
  const { effects } = run(begun, [failed('a1', 'conflict', conflictWith({ ...STORED.values, title: 'Theirs' }))]);
  expect(requestsIn(effects)).toMatchObject([{ operation: 's1', sent: { title: 'Theirs', text: 'Mine' } }]);
});

test('after a pending draft, versions of the item are merged from the item, and those of the draft from the draft', () => {
  const pending = { item: null, version: { base: STORED.updated_at, draft: 'd1' } };
  const { state } = run(openItem(), [typed('Mine'), autosave(), acknowledged('a1', STORED.values, pending)]);
  const begun = run(state, [typed('Mine, later'), autosave('a2')]).state;
  const theirs = { ...STORED.values, title: 'Theirs' };
  const withItem = run(begun, [failed('a2', 'conflict', conflictWith(theirs))]).state;
  expect(withItem).toMatchObject({ values: { title: 'Theirs', text: 'Mine, later' }, saved: { text: 'Mine' } });
  const withDraft = run(begun, [failed('a2', 'conflict', draftConflict({ ...theirs, text: 'Mine' }))]).state;
  expect(withDraft).toMatchObject({ values: { title: 'Theirs', text: 'Mine, later' }, origin: { draft: 'd2' } });
  expect(run(begun, [failed('a2', 'conflict', draftConflict(STORED.values))]).state.values.text).toBe('Mine, later');
});

test('what was merged from a colleague is theirs: their next version of it is no conflict', () => {
  const begun = run(openItem(), [typed('Mine'), autosave()]).state;
  const merged = run(begun, [failed('a1', 'conflict', draftConflict({ ...STORED.values, title: 'Theirs' }))]).state;
  const pending = { item: null, version: { base: STORED.updated_at, draft: 'd3' } };
  const kept = run(merged, [acknowledged('a1, again', STORED.values, pending), typed('Mine, later'), autosave('a2')]);
  const published = conflictWith({ ...STORED.values, title: 'Theirs, later' });
  const { state } = run(kept.state, [failed('a2', 'conflict', published)]);
  expect(state.values).toEqual({ ...STORED.values, title: 'Theirs, later', text: 'Mine, later' });
  const byAnother = run(kept.state, [failed('a2', 'conflict', { ...published, userId: 'u3' })]);
  expect(saveStateOf(byAnother.state)).toBe('conflicting');
});

test('a choice between versions of the item overwrites no pending draft that the editor has not seen', () => {
  const conflict = conflictWith({ ...STORED.values, text: 'Theirs' });
  const { state } = run(openItem(), [
    typed('Mine'),
    save(),
    failed('s1', 'conflict', conflict),
    { type: 'overwrite', operation: 's2' },
    failed('s2', 'conflict', draftConflict({ ...STORED.values, text: 'A draft' })),
  ]);
  expect(saveStateOf(state)).toBe('conflicting');
  const { effects } = run(state, [{ type: 'overwrite', operation: 's3' }]);
  expect(effects).toContainEqual(
    expect.objectContaining({ type: 'keep', slot: 'd2', kept: expect.objectContaining({ draft: 'd2' }) }),
  );
});

test('a copy of an older version is merged from that version, or asks where it is not known', () => {
  const old = { ...copyOf('Kept'), base: timeOf(0) };
  const begun = run(openItem([old], 'other'), [save()]).state;
  const conflict = conflictWith(STORED.values, { ...STORED.values, text: 'Zero' });
  expect(saveStateOf(run(begun, [failed('s1', 'conflict', conflict)]).state)).toBe('conflicting');
  const known = conflictWith(STORED.values, { ...STORED.values, title: 'Z' });
  expect(run(begun, [failed('s1', 'conflict', known)]).state.values).toEqual({ ...STORED.values, text: 'Kept' });
  expect(saveStateOf(run(begun, [failed('s1', 'conflict', conflictWith(STORED.values, null))]).state)).toBe(
    'conflicting',
  );
});

test('a write without an answer stays known, also in the local copy; a refused one does not', () => {
  const { state, effects } = run(openItem(), [typed('Two'), autosave(), failed('a1'), typed('Three'), save()]);
  const kept = effects.flatMap((effect) => (effect.type === 'keep' ? [effect.kept.unanswered] : []));
  expect(kept.map((writes) => writes?.map(({ operation }) => operation))).toEqual([['a1'], ['a1', 's1']]);
  expect(requestsIn(effects).at(-1)?.unanswered).toMatchObject([{ operation: 'a1' }]);
  expect(run(state, [failed('s1', 'refused')]).state.origin.unanswered).toMatchObject([{ operation: 'a1' }]);
  const answered = run(state, [acknowledged('s1', { ...STORED.values, text: 'Three' })]).state;
  expect(answered.origin.unanswered).toMatchObject([{ operation: 'a1' }]);
  expect(openItem([{ ...copyOf('Kept'), unanswered: [{ operation: 'a0' }] }], 'other').origin.unanswered).toEqual([
    { operation: 'a0' },
  ]);
});

test('where the kind stores no operation, a lost save is recognised by its values', () => {
  const lost = { ...STORED.values, text: 'Two' };
  const { state, effects } = run(
    openItem(),
    [typed('Two'), save(), failed('s1'), typed('Three'), save('s2'), failed('s2', 'conflict', conflictWith(lost))],
    0,
    WITHOUT_AUTOSAVE,
  );
  expect(saveStateOf(state)).toBe('saving');
  expect(requestsIn(effects).at(-1)).toMatchObject({ sent: { text: 'Three' }, base: timeOf(5) });
});

test('a save that keeps writes nothing where nothing was typed; one that publishes writes what a pending draft has', () => {
  const keep: Event = { type: 'save', operation: 's1', keeps: true };
  expect(run(openItem(), [keep]).effects).toEqual([{ type: 'settle', operation: 's1', isSaved: true }]);
  expect(requestsIn(run(openItem(), [save()]).effects)).toHaveLength(1);
  expect(requestsIn(run(openItem(), [typed('Two'), keep]).effects)).toMatchObject([{ keeps: true, asked: 's1' }]);
});

test('a copy that is brought back during a write is restored after its answer, on its own version', () => {
  const restore: Event = { type: 'restore', spareSlot: 'spare', newId: 'n2' };
  const begun = run(openItem([copyOf('Kept')]), [typed('Two'), autosave(), restore]).state;
  expect(begun).toMatchObject({ values: { text: 'Two' }, offered: { slot: 'other' } });
  const { state } = run(begun, [acknowledged('a1', { ...STORED.values, text: 'Two' })]);
  expect(state).toMatchObject({ values: { text: 'Kept' }, origin: { base: STORED.updated_at }, isBasedOnSaved: false });
});

test('an answer to another write than the one under way changes nothing', () => {
  const { state } = run(openItem(), [typed('Two'), save('s1')]);
  expect(run(state, [failed('s0'), acknowledged('s0', STORED.values)])).toEqual({ state, effects: [] });
});

test('an autosave is due five seconds after the last change, and twenty after the first', () => {
  let { state } = run(openItem(), [typed('1')], 1000);
  expect(autosaveDueAt(state)).toBe(6000);
  for (let at = 2000; at <= 20_000; at += 1000) ({ state } = run(state, [typed(String(at))], at));
  expect(autosaveDueAt(state)).toBe(21_000);
});

test('an autosave that failed is due again after fifteen seconds, and not where it would fail again', () => {
  const { state } = run(openItem(), [typed('Two'), autosave()], 1000);
  expect(autosaveDueAt(run(state, [failed('a1')], 2000).state)).toBe(17_000);
  expect(autosaveDueAt(run(state, [failed('a1', 'refused')], 2000).state)).toBeNull();
  expect(autosaveDueAt(run(state, [failed('a1', 'conflict')], 2000).state)).toBeNull();
});

test('no autosave is due while a write is under way, for invalid values, or where the kind has none', () => {
  expect(autosaveDueAt(run(openItem(), [typed('Two'), save()]).state)).toBeNull();
  expect(autosaveDueAt(run(openNew(), [typed('Two')]).state)).toBeNull();
  expect(autosaveDueAt(run(openItem(), [typed('Two')], 0, WITHOUT_AUTOSAVE).state)).toBeNull();
  expect(autosaveDueAt(run(openItem(), [{ type: 'change', part: { status: 'published' } }]).state)).toBeNull();
});

test('offline the words are kept and no autosave is due; online it follows at once where it has waited long', () => {
  const { state } = run(openItem(), [{ type: 'offline' }, typed('Two')], 1000);
  expect(saveStateOf(state)).toBe('offline');
  expect(autosaveDueAt(state)).toBeNull();
  expect(autosaveDueAt(run(state, [{ type: 'online' }], 3000).state)).toBe(8000);
  expect(autosaveDueAt(run(state, [{ type: 'online' }], 60_000).state)).toBe(21_000);
});

test('an autosave says nothing, and what it did not write stays unsaved', () => {
  const { state, effects } = run(openItem(), [
    { type: 'change', part: { text: 'Two', status: 'published' } },
    autosave(),
    acknowledged('a1', { ...STORED.values, text: 'Two' }, { stored: { status: 'draft' } }),
  ]);
  expect(typesOf(effects)).toEqual(['keep', 'write', 'keep']);
  expect(state).toMatchObject({ values: { status: 'published' }, saved: { status: 'draft', text: 'Two' } });
  expect(isDirty(state)).toBe(true);
  expect(autosaveDueAt(state)).toBeNull();
});

test('an autosave to a pending draft keeps the item and notes the version of the draft', () => {
  const version = { base: STORED.updated_at, draft: 'own:1' };
  const { state } = run(openItem(), [
    typed('Two'),
    autosave(),
    acknowledged('a1', STORED.values, { item: null, version }),
  ]);
  expect(state).toMatchObject({ item: STORED, origin: version, lastSave: { isPending: true } });
});

test('a save waits for the autosave under way, and starts from what it wrote', () => {
  const sent = { ...STORED.values, text: 'Two' };
  const waiting = run(openItem(), [typed('Two'), autosave(), typed('Three'), save()]);
  expect(saveStateOf(waiting.state)).toBe('saving');
  expect(waiting.effects.filter(({ type }) => type === 'write')).toHaveLength(1);
  expect(waiting.effects.at(-1)).toMatchObject({ type: 'keep', kept: { values: { text: 'Three' } } });
  const { state, effects } = run(waiting.state, [acknowledged('a1', sent)]);
  expect(effects.at(-1)).toMatchObject({ request: { operation: 's1', base: timeOf(2), sent: { text: 'Three' } } });
  expect(saveStateOf(state)).toBe('saving');
  expect(run(waiting.state, [failed('a1')]).effects.at(-1)).toMatchObject({ request: { operation: 's1' } });
});

test('the first save after an autosave created the item says that it is created', () => {
  const values = { ...EMPTY, title: 'A' };
  const { effects } = run(openNew(), [
    { type: 'change', part: { title: 'A' } },
    autosave(),
    acknowledged('a1', values),
    save('s1'),
    acknowledged('s1', values),
    save('s2'),
    acknowledged('s2', values),
  ]);
  expect(effects.filter(({ type }) => type === 'tell')).toEqual([
    { type: 'tell', message: 'created' },
    { type: 'tell', message: 'updated' },
  ]);
});

test('a cancelled form drops its copy, and what was saved stays', () => {
  const values = { ...EMPTY, title: 'A' };
  const begun = run(openNew(), [{ type: 'change', part: { title: 'A' } }, autosave()]).state;
  const created = run(begun, [acknowledged('a1', values)]).state;
  expect(typesOf(run(created, [{ type: 'cancel' }]).effects)).toEqual(['drop', 'close', 'refresh']);
  expect(typesOf(run(openItem(), [typed('Two'), { type: 'cancel' }]).effects)).toEqual(['drop', 'close']);
});

test('a discarded form drops its copy, and the item that an autosave created or is creating', () => {
  const values = { ...EMPTY, title: 'A' };
  const begun = run(openNew(), [{ type: 'change', part: { title: 'A' } }, autosave()]).state;
  const created = run(begun, [acknowledged('a1', values)]).state;
  expect(typesOf(run(created, [{ type: 'discard' }]).effects)).toEqual(['drop', 'discard', 'close', 'refresh']);
  const discarded = run(begun, [{ type: 'discard' }]);
  expect(typesOf(discarded.effects)).toEqual(['drop', 'close', 'refresh']);
  expect(typesOf(run(discarded.state, [acknowledged('a1', values)]).effects)).toEqual(['discard']);
  expect(run(discarded.state, [failed('a1')]).effects).toEqual([]);
});

test('a form cannot be cancelled while the save of the editor is under way', () => {
  expect(run(run(openItem(), [typed('Two'), save()]).state, [{ type: 'cancel' }]).effects).toEqual([]);
});

test('a form that is left keeps its words, and an answer that arrives later still counts', () => {
  const sent = { ...STORED.values, text: 'Two' };
  const left = run(openItem(), [typed('Two'), save('s1', true), { type: 'leave' }]);
  expect(left.effects.at(-1)).toMatchObject({ type: 'keep', kept: { values: sent } });
  expect(typesOf(run(left.state, [acknowledged('s1', sent)]).effects)).toEqual(['tell', 'settle', 'drop', 'refresh']);
  expect(run(left.state, [{ type: 'enter' }]).state.phase).toBe('open');
});

test('a form that saved itself has the lists read again when it is left', () => {
  const sent = { ...STORED.values, text: 'Two' };
  const { state } = run(openItem(), [typed('Two'), autosave(), acknowledged('a1', sent)]);
  expect(typesOf(run(state, [{ type: 'leave' }]).effects)).toEqual(['drop', 'refresh']);
  expect(run(openItem(), [{ type: 'leave' }]).effects).toEqual([]);
});

test('a form that gives way to another version keeps its words under that item, and writes no copy afterwards', () => {
  const { state, effects } = run(openNew(), [typed('Mine'), { type: 'replace', itemId: 'i1', keeps: true }]);
  expect(effects).toMatchObject([
    { type: 'keep', itemId: 'i1', kept: { values: { text: 'Mine' } } },
    { type: 'drop', itemId: undefined },
  ]);
  expect(run(state, [{ type: 'leave' }]).effects).toEqual([]);
  expect(run(openItem(), [{ type: 'replace', itemId: 'i1', keeps: false }]).effects).toEqual([]);
  const waiting = run(openItem(), [typed('Two'), autosave(), save()]).state;
  const replaced = run(waiting, [{ type: 'replace', itemId: 'i1', keeps: false }]);
  expect(replaced.effects).toMatchObject([{ type: 'keep', kept: { values: { text: 'Two' } } }]);
  expect(requestsIn(run(replaced.state, [acknowledged('a1', STORED.values)]).effects)).toEqual([]);
});

test('the copy of a form that was changed back is dropped, and an untouched form leaves none', () => {
  expect(typesOf(run(openItem(), [typed('Two'), typed('One'), { type: 'keep' }]).effects)).toEqual(['drop']);
  expect(run(openItem(), [{ type: 'keep' }]).effects).toEqual([]);
});

/** What a random run consists of. An answer is one to the write that is under way by then. */
const STEPS = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('type', 'answer') },
  {
    weight: 8,
    arbitrary: fc.constantFrom('save', 'saveAndClose', 'autosave', 'lose', 'conflict', 'merge', 'overwrite', 'leave'),
  },
  { weight: 2, arbitrary: fc.constantFrom('check', 'keep', 'restore', 'dismiss', 'cancel', 'online', 'offline') },
);
type RandomStep = typeof STEPS extends fc.Arbitrary<infer One> ? One : never;

/** A form with its device, its server and its editor. */
class World {
  state: State;
  at = 0;
  /** The texts that the editor replaced or discarded, and those that the server has acknowledged. */
  discarded = new Set<string>();
  acknowledged = new Set<string>();
  copies: Map<string, string>;
  /** The writes without an answer, and the saves without a result. */
  writes: string[] = [];
  asked = new Set<string>();

  constructor(isNew: boolean) {
    this.state = isNew ? openNew([copyOf('Offered')]) : openItem([copyOf('Offered')]);
    this.copies = new Map([[`${this.state.item?.id}:other`, 'Offered']]);
    this.acknowledged.add(this.state.saved.text);
  }

  dispatch(event: Event): void {
    this.at += 700;
    if (event.type === 'acknowledged' || event.type === 'failed')
      this.writes = this.writes.filter((operation) => operation !== event.operation);
    const { state, effects } = run(this.state, [event], this.at);
    this.state = state;
    for (const effect of effects) {
      if (effect.type === 'keep') this.copies.set(`${effect.itemId}:${effect.slot}`, effect.kept.values.text);
      if (effect.type === 'drop') this.copies.delete(`${effect.itemId}:${effect.slot}`);
      if (effect.type === 'write') this.writes.push(effect.request.operation);
      if (effect.type === 'settle') this.asked.delete(effect.operation);
    }
  }

  /** Makes the step, as far as it is possible now. */
  make(step: RandomStep, operation: string): void {
    const { write, values, phase } = this.state;
    if (step === 'type' && phase !== 'closed') {
      this.discarded.add(values.text);
      this.dispatch(typed(`text ${operation}`));
    } else if (step === 'save' || step === 'saveAndClose') {
      this.asked.add(operation);
      this.dispatch(save(operation, step === 'saveAndClose'));
    } else if (step === 'autosave') this.dispatch(autosave(operation));
    else if (step === 'answer' && write) {
      this.acknowledged.add(write.sent.text);
      this.dispatch(acknowledged(write.operation, write.sent));
    } else if (step === 'lose' && write) this.dispatch(failed(write.operation));
    else if (step === 'conflict' && write) {
      const theirs = { ...this.state.saved, text: `theirs ${operation}` };
      this.acknowledged.add(theirs.text);
      this.dispatch(failed(write.operation, 'conflict', conflictWith(theirs)));
    } else if (step === 'merge' && write) {
      const theirs = { ...this.state.saved, title: `theirs ${operation}` };
      this.dispatch(failed(write.operation, 'conflict', conflictWith(theirs)));
    } else if (step === 'overwrite') {
      this.asked.add(operation);
      this.dispatch({ type: 'overwrite', operation });
    } else if (step === 'restore') this.dispatch({ type: 'restore', spareSlot: operation, newId: operation });
    else if (step === 'dismiss') {
      this.discarded.add('Offered');
      this.dispatch({ type: 'dismiss' });
    } else if (step === 'cancel') {
      this.dispatch({ type: 'cancel' });
      if (phase === 'open' && this.state.phase === 'closed') this.discarded.add(values.text);
    } else if (step === 'online' || step === 'offline' || step === 'leave' || step === 'check' || step === 'keep')
      this.dispatch({ type: step });
  }

  /** Whether the form shows the text, the server or the device has it, or the editor discarded it. */
  holds(text: string): boolean {
    const { phase, values } = this.state;
    return (phase !== 'closed' && values.text === text) || this.discarded.has(text) || this.survives(text);
  }

  /** Whether the server or the device has the text. */
  survives(text: string): boolean {
    return this.acknowledged.has(text) || [...this.copies.values()].includes(text);
  }

  /** The rules that the step from `before` has broken. */
  brokenRules(step: RandomStep, before: State): string[] {
    const { state } = this;
    const isWriting = (operation: string) => state.write?.asked === operation || state.waiting?.operation === operation;
    const isKept = ['leave', 'keep', 'check'].includes(step) || (step === 'answer' && before.write && !state.waiting);
    const rules = {
      'no text is lost': this.holds(before.values.text) && this.holds('Offered'),
      'a form that was left, kept or saved would survive a crash':
        !isKept || state.phase === 'closed' || !state.isTouched || this.survives(state.values.text),
      'an acknowledged save is no failure and no conflict': step !== 'answer' || !before.write || !state.failure,
      'only what the server acknowledged is saved':
        saveStateOf(state) !== 'saved' || this.acknowledged.has(state.values.text),
      'one write is under way at a time': this.writes.length <= 1 && this.writes[0] === state.write?.operation,
      'a save has no result only while it is under way or waits': [...this.asked].every(isWriting),
      'no autosave is due over a conflict, offline, or beside another write':
        (state.failure?.kind !== 'conflict' && state.isOnline && !state.write) || autosaveDueAt(state) === null,
    };
    return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`${step}: ${rule}`]));
  }
}

test('in a random run no word is lost, and the form never says more than the server has acknowledged', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(STEPS, { maxLength: 60 }), (isNew, steps) => {
      const world = new World(isNew);
      world.dispatch({ type: 'change', part: { title: 'A' } });
      const broken = steps.flatMap((step, index) => {
        const before = world.state;
        world.make(step, `o${index}`);
        const rules = world.brokenRules(step, before);
        if (step === 'leave') world.dispatch({ type: 'enter' });
        return rules;
      });
      expect(broken).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
