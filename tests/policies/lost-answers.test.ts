import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { autosaveDueAt, reduce } from '#site/features/admin/form-session/form-session.ts';
import {
  type FormAction,
  type FormState,
  isSaving,
  openForm,
  saveStateOf,
} from '#site/features/admin/form-session/form-state.ts';
import type { LocalCopy } from '#site/features/admin/form-session/local-copy.ts';
import { saving } from '#site/content/saving.ts';
import { readFailure } from '#site/features/admin/form-session/write-error.ts';
import { POST_RULES, postToValues, postVersion, type PostValues } from '#site/features/admin/posts/post-values.ts';
import { mergePending } from '#site/features/admin/posts/post-editor.tsx';
import type { NameOf } from '#site/features/admin/names.ts';
import { pendingToValues, readPostConflict, writePost } from '#site/features/admin/posts/save-post.ts';
import { type AdminPost, findAdminPost } from '#site/gateway/admin-posts.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { findPendingDraft } from '#site/gateway/post-drafts.ts';
import { seededRandom } from '../support/editing-model.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

/**
 * The form of a post on a line that loses answers: the session, the gateway and the database are the real ones, the
 * browser is not there.
 */

const app = startForTests(() => shareTestApp());
let count = 0;

type State = FormState<PostValues, AdminPost>;
type Unstamped<Action> = Action extends unknown ? Omit<Action, 'at'> : never;
type Event = Unstamped<FormAction<PostValues, AdminPost>>;

/** One person with a browser: `loseNext` loses the next answer to a write. */
async function createPerson(postId: string) {
  let losesNext = 0;
  const lossy: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const isWrite = !['GET', 'HEAD'].includes(init?.method ?? 'GET');
    if (!isWrite || losesNext <= 0) return answer;
    losesNext -= 1;
    await answer.arrayBuffer();
    throw new TypeError('Failed to fetch');
  };
  const client = (await app.signIn({ admin: true, fetch: lossy })) as unknown as DataClient;
  const userId = (await client.auth.getUser()).data.user!.id;
  const nameOf: NameOf = (person) => (person.userId === userId ? saving.who.self : saving.who.unknown);
  const copies = new Map<string, LocalCopy<PostValues>>();
  let state: State;
  let at = 0;
  let writing: Promise<void> = Promise.resolve();
  const lost = { count: 0 };

  const open = async (restores: boolean): Promise<void> => {
    const [item, pending] = await Promise.all([findAdminPost(client, postId), findPendingDraft(client, postId)]);
    const merged = await mergePending(client, item!, pending);
    const initial = pending ? pendingToValues(pending) : postToValues(item!);
    const newest = [...copies.values()].toSorted((one, other) => other.savedAt.localeCompare(one.savedAt));
    state = openForm<PostValues, AdminPost>({
      item,
      version: postVersion(item!, pending, merged ? item!.updated_at : pending?.base),
      initial,
      shown: merged ?? undefined,
      lastSave: { at: null, isPending: pending !== null },
      copies: newest,
      restoredSlot: restores ? newest[0]?.slot : undefined,
      slot: randomUUID(),
      newId: randomUUID(),
    });
  };
  const dispatch = (event: Event): void => {
    at += 1000;
    const [next, effects] = reduce(state, { ...event, at }, POST_RULES);
    state = next;
    for (const effect of effects) {
      if (effect.type === 'keep') {
        const savedAt = new Date(at).toISOString();
        copies.set(effect.slot, { ...effect.kept, slot: effect.slot, savedAt });
      } else if (effect.type === 'drop') copies.delete(effect.slot);
      else if (effect.type === 'write') writing = write(effect.request);
    }
  };
  const write = async (request: NonNullable<State['write']>): Promise<void> => {
    const { operation } = request;
    try {
      const written = await writePost(client, request, () => Promise.resolve(request.item!.slug));
      dispatch({ type: 'acknowledged', operation, written });
    } catch (error) {
      const failure = await readFailure(error, nameOf, new Date(), (met) => readPostConflict(client, met, request));
      if (failure.kind === 'unreachable') lost.count += 1;
      dispatch({ type: 'failed', operation, failure, repetition: randomUUID() });
    }
  };
  /** Until no write is under way, also one that follows another. */
  const settle = async (): Promise<void> => {
    while (state.write) await writing;
  };
  await open(false);
  return {
    lost,
    copies,
    getState: () => state,
    dispatch,
    settle,
    open,
    loseNext: () => (losesNext = 1),
    type: (change: (content: string) => string) =>
      dispatch({ type: 'change', part: { content: change(state.values.content) } }),
    save: async (keeps: boolean) => {
      if (!isSaving(state)) dispatch({ type: 'save', operation: randomUUID(), keeps });
      await settle();
    },
    autosave: async () => {
      at += 60_000;
      if (autosaveDueAt(state) !== null) dispatch({ type: 'autosave', operation: randomUUID() });
      await settle();
    },
  };
}

async function createPost(status: string, content: string): Promise<string> {
  const row = { title: 'A title', slug: `l-${randomUUID()}`, content, status };
  const { data } = await app.service.from('blog_posts').insert(row).select('id').single().throwOnError();
  return data.id;
}

const contentOf = async (id: string) =>
  (await app.query('select content from public.blog_posts where id = $1', [id]))[0]!;
const draftsOf = (id: string) => app.query('select version from public.post_drafts where post_id = $1', [id]);
const nextWord = () => ` word${String((count += 1)).padStart(4, '0')}`;

test('a pending draft whose answer was lost hides nothing that was published after it', async () => {
  const id = await createPost('published', '<p>Start</p>');
  const one = await createPerson(id);
  one.type(() => '<p>Start AAA</p>');
  one.loseNext();
  await one.autosave();
  expect(await draftsOf(id)).toHaveLength(1);
  one.type(() => '<p>Start AAA BBB</p>');
  one.dispatch({ type: 'leave' });
  // The window is closed, the post opened again, and the copy brought back.
  await one.open(false);
  expect(one.getState().values.content).toBe('<p>Start AAA</p>');
  one.dispatch({ type: 'restore', spareSlot: randomUUID(), newId: randomUUID() });
  await one.save(false);
  expect(one.getState().failure).toBeNull();
  expect(await contentOf(id)).toEqual({ content: '<p>Start AAA BBB</p>' });
  expect(await draftsOf(id)).toEqual([]);
});

// Several hundred requests, one after the other.
test.each(['draft', 'published'])(
  'a hundred lost answers are no conflict, and no word is lost (%s)',
  LONG,
  async (status) => {
    const id = await createPost(status, '<p>Start</p>');
    const one = await createPerson(id);
    const random = seededRandom(status === 'draft' ? 1 : 2);
    const words: string[] = [];
    while (one.lost.count < 100) {
      const word = nextWord();
      words.push(word);
      one.type((content) => content.replace('</p>', `${word}</p>`));
      if (random() < 0.6) one.loseNext();
      const choice = random();
      if (choice < 0.5) await one.autosave();
      else if (choice < 0.8) await one.save(random() < 0.5);
      else {
        one.dispatch({ type: 'leave' });
        await one.open(true);
      }
      expect(saveStateOf(one.getState())).not.toBe('conflicting');
      expect(words.filter((text) => !one.getState().values.content.includes(text))).toEqual([]);
    }
    await one.save(false);
    expect(await contentOf(id)).toEqual({ content: `<p>Start${words.join('')}</p>` });
    expect(await draftsOf(id)).toEqual([]);
  },
);

test.each(['draft', 'published'])(
  'two people in different paragraphs are merged, also over lost answers (%s)',
  async (status) => {
    const start = '<p>The rules of origin</p><p>Papers of each shipment</p>';
    const id = await createPost(status, start);
    const people = [await createPerson(id), await createPerson(id)];
    const random = seededRandom(status === 'draft' ? 3 : 4);
    const words: string[][] = [[], []];
    for (let round = 0; round < 80; round += 1) {
      const who = random() < 0.5 ? 0 : 1;
      const one = people[who]!;
      const word = nextWord();
      words[who]!.push(word);
      one.type((content) => {
        const ends = [...content.matchAll(/<\/p>/g)].map(({ index }) => index);
        return content.slice(0, ends[who]) + word + content.slice(ends[who]);
      });
      if (random() < 0.3) one.loseNext();
      if (random() < 0.6) await one.autosave();
      // Two who publish over each other's pending drafts may be asked; nothing is lost then either.
      else await one.save(status === 'published' || random() < 0.7);
      expect(saveStateOf(one.getState()), `round ${round}`).not.toBe('conflicting');
    }
    for (const one of [...people, ...people]) await one.save(false);
    const [content] = [(await contentOf(id))['content'] as string];
    for (const word of words.flat()) expect(content).toContain(word);
    expect(content).toBe(
      `<p>The rules of origin${words[0]!.join('')}</p><p>Papers of each shipment${words[1]!.join('')}</p>`,
    );
  },
);

test('a copy from before a merge is merged from its own version, and loses none of the words of the other', async () => {
  const id = await createPost('draft', '<p>The rules of origin</p><p>Papers of each shipment</p>');
  const [one, other] = [await createPerson(id), await createPerson(id)];
  one.type((content) => content.replace('origin', 'origin MINE'));
  one.dispatch({ type: 'keep' });
  const before = new Map(one.copies);
  other.type((content) => content.replace('shipment', 'shipment THEIRS'));
  await other.save(true);
  one.loseNext();
  await one.save(true);
  // The renderer crashed: the device has the copy from before the merge.
  for (const [slot, copy] of before) one.copies.set(slot, copy);
  await one.open(true);
  one.type((content) => content.replace('MINE', 'MINE, again'));
  await one.save(true);
  expect(one.getState().failure).toBeNull();
  expect(await contentOf(id)).toEqual({
    content: '<p>The rules of origin MINE, again</p><p>Papers of each shipment THEIRS</p>',
  });
});

test('a pending draft from before the clock was set back loses none of the words that another saved after it', async () => {
  const id = await createPost('published', '<p>The rules of origin</p><p>Papers of each shipment</p>');
  const one = await createPerson(id);
  // Saved while the clock was an hour fast.
  const later = `now() + interval '1 hour'`;
  await app.query(`
    alter table public.blog_posts disable trigger user;
    update public.blog_posts set updated_at = ${later} where id = '${id}';
    alter table public.blog_posts enable trigger user;
    update public.post_revisions r set saved_at = p.updated_at from public.blog_posts p where p.id = r.post_id and p.id = '${id}'`);
  await one.open(false);
  one.type((content) => content.replace('origin', 'origin MINE'));
  await one.autosave();
  const content = '<p>The rules of origin</p><p>Papers of each shipment THEIRS</p>';
  await app.service.from('blog_posts').update({ content }).eq('id', id).throwOnError();
  await one.open(false);
  expect(one.getState().values.content).toBe('<p>The rules of origin MINE</p><p>Papers of each shipment THEIRS</p>');
});

test('a save of a draft that another has published meanwhile makes nothing public, and publishes when it is asked again', async () => {
  const id = await createPost('draft', '<p>The rules of origin</p><p>Papers of each shipment</p>');
  const [one, other] = [await createPerson(id), await createPerson(id)];
  one.type((content) => content.replace('origin', 'origin MINE'));
  other.dispatch({ type: 'change', part: { status: 'published' } });
  await other.save(false);
  await one.save(false);
  expect(one.getState()).toMatchObject({ phase: 'open', failure: null, lastSave: { isPending: true } });
  expect(await contentOf(id)).toEqual({ content: '<p>The rules of origin</p><p>Papers of each shipment</p>' });
  expect(await draftsOf(id)).toHaveLength(1);
  await one.save(false);
  expect(await contentOf(id)).toEqual({ content: '<p>The rules of origin MINE</p><p>Papers of each shipment</p>' });
});

test('words that are typed into a pending draft are no conflict with the same draft that another has published', async () => {
  const id = await createPost('published', '<p>The rules of origin</p>');
  const author = await createPerson(id);
  author.type((content) => content.replace('origin', 'origin ONE'));
  await author.autosave();
  const [one, other] = [await createPerson(id), await createPerson(id)];
  await other.save(false);
  expect(await contentOf(id)).toEqual({ content: '<p>The rules of origin ONE</p>' });
  one.type((content) => content.replace('ONE', 'ONE TWO'));
  await one.autosave();
  expect(one.getState()).toMatchObject({ failure: null, lastSave: { isPending: true } });
  await one.save(false);
  expect(await contentOf(id)).toEqual({ content: '<p>The rules of origin ONE TWO</p>' });
  expect(await draftsOf(id)).toEqual([]);
});
