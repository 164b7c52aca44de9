import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { excerptOf } from '#contract/excerpt.ts';
import { readListAddress } from '#site/features/blog/list-address.ts';
import { listPostsWith } from '#site/gateway/admin-posts.ts';
import { restorePostsCategories, setPostsCategory } from '#site/gateway/bulk-posts.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { undoDeletion } from '#site/gateway/items.ts';
import { searchPublishedPosts } from '#site/gateway/search.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { type Client, type TestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { signInPersons } from './persons.ts';
import { PERSONS, type Person, type Verb } from './rights.ts';

let app: TestApp;
let clients: Record<Person, Client>;

beforeAll(async () => {
  app = await shareTestApp();
  clients = await signInPersons(app);
});
afterAll(() => app?.stop());

type NewPost = {
  title?: string;
  slug?: string;
  status?: string;
  published_at?: string | null;
  category_id?: string | null;
  content?: string;
};

async function createPost(post: NewPost = {}) {
  const row = { title: 'A title', slug: `p-${randomUUID()}`, content: 'Text', ...post };
  const { data, error } = await clients.admin.from('blog_posts').insert(row).select().single();
  if (error) throw error;
  return data;
}

const gatewayClient = () => clients.admin as unknown as DataClient;

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** One row of each table, written by the triggers. */
const SUBJECTS = [
  {
    row: 'a saved version of a post',
    table: 'post_revisions' as const,
    change: { saved_by_email: 'x@y.example' },
    insert: () => ({ post_id: randomUUID(), post: {} }),
    create: async () => {
      const { id } = await createPost();
      return { mark: 'post_id', key: id };
    },
    allowed: { select: ['admin', 'service'], insert: [], update: [], delete: [] },
  },
  {
    row: 'an old address of a public post',
    table: 'post_redirects' as const,
    change: { post_id: randomUUID() },
    insert: () => ({ old_slug: `o-${randomUUID()}`, post_id: randomUUID() }),
    create: async () => insertRedirect('published'),
    allowed: { select: PERSONS, insert: [], update: [], delete: [] },
  },
  {
    row: 'an old address of a post taken off the site',
    table: 'post_redirects' as const,
    change: { post_id: randomUUID() },
    insert: () => ({ old_slug: `o-${randomUUID()}`, post_id: randomUUID() }),
    create: async () => insertRedirect('archived'),
    allowed: { select: ['service'], insert: [], update: [], delete: [] },
  },
  {
    row: 'an address that a public post had on the earlier website',
    table: 'address_redirects' as const,
    change: { post_id: randomUUID() },
    insert: () => ({ path: `/o/${randomUUID()}`, post_id: randomUUID() }),
    create: async () => insertAddress('published'),
    allowed: { select: PERSONS, insert: ['service'], update: ['service'], delete: ['service'] },
  },
  {
    row: 'an address that a post taken off the site had on the earlier website',
    table: 'address_redirects' as const,
    change: { post_id: randomUUID() },
    insert: () => ({ path: `/o/${randomUUID()}`, post_id: randomUUID() }),
    create: async () => insertAddress('archived'),
    allowed: { select: ['service'], insert: ['service'], update: ['service'], delete: ['service'] },
  },
  {
    row: 'a deleted item',
    table: 'deleted_items' as const,
    change: { name: 'Changed' },
    insert: () => ({ table_name: 'blog_posts', row_id: randomUUID(), name: 'A', item: {} }),
    create: async () => {
      const { id } = await createPost();
      await clients.admin.from('blog_posts').delete().eq('id', id);
      return { mark: 'row_id', key: id };
    },
    allowed: { select: ['admin', 'service'], insert: [], update: [], delete: [] },
  },
] satisfies {
  row: string;
  table: string;
  change: object;
  insert: () => object;
  create: () => Promise<{ mark: string; key: string }>;
  allowed: Record<Verb, readonly Person[]>;
}[];

async function insertRedirect(status: string) {
  const { id } = await createPost({ status: 'published' });
  await clients.admin
    .from('blog_posts')
    .update({ slug: `p-${randomUUID()}` })
    .eq('id', id);
  await clients.admin.from('blog_posts').update({ status }).eq('id', id);
  return { mark: 'post_id', key: id };
}

async function insertAddress(status: string) {
  const { id } = await createPost({ status });
  const path = `/old/${id}`;
  await clients.service.from('address_redirects').insert({ path, post_id: id }).throwOnError();
  return { mark: 'path', key: path };
}

async function tryVerb(client: Client, verb: Verb, subject: (typeof SUBJECTS)[number]): Promise<boolean> {
  const { table } = subject;
  const count = async () => Number((await app.query(`select count(*)::int as n from public.${table}`))[0]?.['n']);
  if (verb === 'insert') {
    const before = await count();
    await client.from(table).insert(subject.insert() as never);
    return (await count()) > before;
  }
  const { mark, key } = await subject.create();
  const storedRows = async () =>
    JSON.stringify(await app.query(`select * from public.${table} where ${mark} = $1`, [key]));
  if (verb === 'select')
    return (
      (
        (
          await client
            .from(table)
            .select()
            .eq(mark as never, key)
        ).data ?? []
      ).length > 0
    );
  const before = await storedRows();
  if (verb === 'update')
    await client
      .from(table)
      .update(subject.change as never)
      .eq(mark as never, key);
  else
    await client
      .from(table)
      .delete()
      .eq(mark as never, key);
  return (await storedRows()) !== before;
}

describe.each(SUBJECTS)('$row', (subject) => {
  for (const person of PERSONS) {
    for (const verb of ['select', 'insert', 'update', 'delete'] as const) {
      const may = (subject.allowed[verb] as readonly Person[]).includes(person);
      test(`${person} ${may ? 'may' : 'may not'} ${verb} it`, async () => {
        expect(await tryVerb(clients[person], verb, subject)).toBe(may);
      });
    }
  }
});

describe('the publication date of a post', () => {
  test('a scheduled post appears at its date, also on pages that were cached before', async () => {
    const slug = `later-${randomUUID()}`;
    const blog = async () => (await fetch(`${app.url}/blog`)).text();
    const post = await createPost({ slug, status: 'published', published_at: inSeconds(2.5) });
    expect((await clients.anonymous.from('blog_posts').select('id').eq('slug', slug)).data).toEqual([]);
    expect(await blog()).not.toContain(slug);
    expect((await fetch(`${app.url}/blog/${slug}`)).status).toBe(404);
    expect(await (await fetch(`${app.url}/rss.xml`)).text()).not.toContain(slug);
    await waitFor(() => Date.now() > Date.parse(post.published_at ?? '') + 100);
    // The timer that drops the pages may be late on a busy machine.
    await waitFor(async () => (await blog()).includes(slug));
    expect((await fetch(`${app.url}/blog/${slug}`)).status).toBe(200);
    expect(await (await fetch(`${app.url}/rss.xml`)).text()).toContain(slug);
    expect(await (await fetch(`${app.url}/sitemap.xml`)).text()).toContain(slug);
  });

  test('a draft has no date, and the date of a post is kept while the post is a draft again', async () => {
    expect((await createPost({ published_at: inSeconds(60) })).published_at).toBeNull();
    const { id, published_at } = await createPost({ status: 'published', published_at: inSeconds(3600) });
    const { data } = await clients.admin
      .from('blog_posts')
      .update({ status: 'draft', published_at: inSeconds(60) })
      .eq('id', id)
      .select()
      .single();
    expect(data?.published_at).toBe(published_at);
  });

  test('removing the date publishes a scheduled post now, and keeps the date of a published post', async () => {
    const waiting = await createPost({ status: 'published', published_at: inSeconds(3600) });
    const past = await createPost({ status: 'published', published_at: '2020-01-02T03:04:05+00:00' });
    for (const { id } of [waiting, past])
      await clients.admin.from('blog_posts').update({ published_at: null }).eq('id', id);
    const { data } = await clients.anonymous.from('blog_posts').select('published_at').in('id', [waiting.id, past.id]);
    expect(data).toHaveLength(2);
    expect(data?.map((post) => post.published_at)).toContain('2020-01-02T03:04:05+00:00');
  });
});

describe('versions', () => {
  test('every save records its author and the content, and a save without changes records nothing', async () => {
    const { id } = await createPost({ content: 'First' });
    await clients.admin.from('blog_posts').update({ content: 'Second' }).eq('id', id);
    await clients.admin.from('blog_posts').update({ content: 'Second' }).eq('id', id);
    await app.service.from('blog_posts').update({ content: 'Third' }).eq('id', id);
    const { data } = await clients.admin.from('post_revisions').select().eq('post_id', id).order('id');
    const { data: person } = await clients.admin.auth.getUser();
    expect(data?.map(({ post }) => (post as { content: string }).content)).toEqual(['First', 'Second', 'Third']);
    expect(data?.[1]).toMatchObject({ saved_by: person.user?.id, saved_by_email: person.user?.email });
    expect(data?.[2]).toMatchObject({ saved_by: null, saved_by_email: null });
    expect(Object.keys(data?.[0]?.post as object)).not.toContain('search');
  });

  test('the second of two saves that started from the same version changes nothing', async () => {
    const { id, updated_at } = await createPost();
    const save = (content: string) =>
      clients.admin.from('blog_posts').update({ content }).eq('id', id).eq('updated_at', updated_at).select('id');
    expect((await save('Mine')).data).toHaveLength(1);
    expect((await save('Yours')).data).toEqual([]);
  });
});

describe('old addresses of a post', () => {
  test('every earlier address of a public post redirects to it, and a reused address does not cause a redirect loop', async () => {
    const [a, b] = [`a-${randomUUID()}`, `b-${randomUUID()}`];
    const { id } = await createPost({ slug: a, status: 'published' });
    const rename = (slug: string) => clients.admin.from('blog_posts').update({ slug }).eq('id', id);
    const oldSlugs = async () =>
      (await clients.anonymous.from('post_redirects').select().eq('post_id', id)).data
        ?.map(({ old_slug }) => old_slug)
        .toSorted();
    await rename(b);
    await rename(`c-${id}`);
    expect(await oldSlugs()).toEqual([a, b]);
    await rename(a);
    expect(await oldSlugs()).toEqual([b, `c-${id}`]);
  });

  test('drafts and scheduled posts leave no old address', async () => {
    const draft = await createPost();
    const waiting = await createPost({ status: 'published', published_at: inSeconds(3600) });
    for (const { id } of [draft, waiting]) {
      await clients.admin
        .from('blog_posts')
        .update({ slug: `n-${id}` })
        .eq('id', id);
      expect(await app.query('select 1 from public.post_redirects where post_id = $1', [id])).toEqual([]);
    }
  });
});

describe('old addresses of a deleted post', () => {
  test('they are deleted with the post when it can no longer be restored', async () => {
    const { id } = await createPost({ status: 'published' });
    await clients.service
      .from('address_redirects')
      .insert({ path: `/gone/${id}`, post_id: id })
      .throwOnError();
    await clients.admin.from('blog_posts').delete().eq('id', id);
    const left = () => app.query('select 1 from public.address_redirects where post_id = $1', [id]);
    expect(await left()).toHaveLength(1);
    await app.query(`update public.deleted_items set deleted_at = now() - interval '31 days' where row_id = $1`, [id]);
    await app.query('select public.purge_deleted_items()');
    expect(await left()).toEqual([]);
  });
});

describe('deleted items', () => {
  const restore = (client: Client, rowId: string) =>
    client
      .from('deleted_items')
      .update({ restored_at: inSeconds(0) })
      .eq('row_id', rowId)
      .is('restored_at', null)
      .select('id');

  test('a post is restored with its id, slug, dates and author', async () => {
    const before = await createPost({ status: 'published', published_at: '2020-01-02T03:04:05+00:00' });
    await clients.admin.from('blog_posts').delete().eq('id', before.id);
    expect((await restore(clients.admin, before.id)).data).toHaveLength(1);
    const { data } = await clients.admin.from('blog_posts').select().eq('id', before.id).single();
    expect(data).toEqual(before);
    expect((await restore(clients.admin, before.id)).data).toEqual([]);
  });

  test('visitors and other accounts cannot restore a post, and no account can after thirty days', async () => {
    const { id } = await createPost();
    await clients.admin.from('blog_posts').delete().eq('id', id);
    for (const person of ['anonymous', 'signed-in'] as const) await restore(clients[person], id);
    expect(await app.query('select 1 from public.blog_posts where id = $1', [id])).toEqual([]);
    await app.query(`update public.deleted_items set deleted_at = now() - interval '30 days' where row_id = $1`, [id]);
    expect((await restore(clients.admin, id)).data).toEqual([]);
    expect((await clients.admin.from('deleted_items').select('id').eq('row_id', id)).data).toEqual([]);
  });

  test('a deleted post and its versions are removed after thirty days, and not because another item is deleted', async () => {
    const [old, other] = [await createPost(), await createPost()];
    await clients.admin.from('blog_posts').delete().eq('id', old.id);
    await app.query(`update public.deleted_items set deleted_at = now() - interval '31 days' where row_id = $1`, [
      old.id,
    ]);
    await clients.admin.from('blog_posts').delete().eq('id', other.id);
    const kept = (table: string, column: string, id: string) =>
      app.query(`select 1 from public.${table} where ${column} = $1`, [id]);
    expect(await kept('deleted_items', 'row_id', old.id)).toHaveLength(1);
    expect(await kept('post_revisions', 'post_id', old.id)).toHaveLength(1);
    await app.query(`select public.forget_old_traces(now() - interval '365 days')`);
    expect(await kept('deleted_items', 'row_id', old.id)).toEqual([]);
    expect(await kept('post_revisions', 'post_id', old.id)).toEqual([]);
    expect(await kept('post_revisions', 'post_id', other.id)).toHaveLength(1);
  });

  test('the versions of a post stay where it is restored while old items are removed', async () => {
    const { id } = await createPost();
    await clients.admin.from('blog_posts').delete().eq('id', id).throwOnError();
    await app.query(
      `update public.deleted_items set deleted_at = now() - interval '30 days' + interval '1 second' where row_id = $1`,
      [id],
    );
    const restoring = app.query(`begin;
      update public.deleted_items set restored_at = now() where row_id = '${id}' and public.is_restorable(deleted_at);
      select pg_sleep(2);
      commit`);
    const old = `select from public.deleted_items where row_id = $1 and not public.is_restorable(deleted_at)`;
    await waitFor(async () => (await app.query(old, [id])).length > 0);
    await Promise.all([restoring, app.query('select public.purge_deleted_items()')]);
    const left = (table: string) =>
      app.query(`select 1 from public.${table} where ${table === 'blog_posts' ? 'id' : 'post_id'} = $1`, [id]);
    expect(await left('blog_posts')).toHaveLength(1);
    expect(await left('post_revisions')).toHaveLength(1);
  });

  test('where nothing watches the clock, an item is removed after thirty days at the next deletion', async () => {
    const [old, other] = [await createPost(), await createPost()];
    await clients.admin.from('blog_posts').delete().eq('id', old.id);
    await app.query(`update public.deleted_items set deleted_at = now() - interval '31 days' where row_id = $1`, [
      old.id,
    ]);
    // The error takes everything back.
    const deleted = app.query(`do $$ begin
      alter table backend.clock rename to other_clock;
      delete from public.blog_posts where id = '${other.id}';
      raise '% left', (select count(*) from public.deleted_items where row_id = '${old.id}');
    end $$`);
    await expect(deleted).rejects.toThrow('0 left');
  });

  test('a category is restored with its posts, except those that have got another category since', async () => {
    const id = randomUUID();
    await clients.admin.from('categories').insert({ id, name: 'Tax', slug: `c-${id}` });
    const [one, two] = [await createPost({ category_id: id }), await createPost({ category_id: id })];
    await clients.admin.from('categories').delete().eq('id', id);
    const other = randomUUID();
    await clients.admin.from('categories').insert({ id: other, name: 'Other', slug: `c-${other}` });
    await clients.admin.from('blog_posts').update({ category_id: other }).eq('id', two.id);
    await restore(clients.admin, id);
    const { data } = await clients.admin.from('blog_posts').select('id, category_id').in('id', [one.id, two.id]);
    expect(new Map(data?.map((post) => [post.id, post.category_id]))).toEqual(
      new Map([
        [one.id, id],
        [two.id, other],
      ]),
    );
  });

  test.each([
    ['category', 'post', 'category', 'post'],
    ['category', 'post', 'post', 'category'],
    ['post', 'category', 'category', 'post'],
    ['post', 'category', 'post', 'category'],
  ] as const)(
    'a %s and then a %s that were deleted: with the %s and then the %s the post is in its category',
    async (...order) => {
      const id = randomUUID();
      await clients.admin.from('categories').insert({ id, name: 'Tax', slug: `c-${id}` });
      const post = await createPost({ category_id: id });
      const rows = { category: ['categories', id], post: ['blog_posts', post.id] } as const;
      for (const one of order.slice(0, 2)) {
        const [table, row] = rows[one];
        await clients.admin.from(table).delete().eq('id', row).throwOnError();
      }
      for (const one of order.slice(2)) await restore(clients.admin, rows[one][1]).throwOnError();
      const { data } = await clients.admin.from('blog_posts').select('category_id').eq('id', post.id).single();
      expect(data).toEqual({ category_id: id });
    },
  );

  test('a slug taken since gets a number, and a category or author deleted since is left out', async () => {
    const category = randomUUID();
    await clients.admin.from('categories').insert({ id: category, name: 'Tax', slug: `c-${category}` });
    const leaving = await app.signIn({ admin: true });
    const slug = `s-${randomUUID()}`;
    const row = { title: 'A', slug, content: 'Text', category_id: category };
    const { data: post } = await leaving.from('blog_posts').insert(row).select().single();
    await clients.admin
      .from('blog_posts')
      .delete()
      .eq('id', post?.id ?? '');
    await clients.admin.from('categories').delete().eq('id', category);
    await app.query('delete from auth.users where id = $1', [post?.author_id]);
    await createPost({ slug });
    await restore(clients.admin, post?.id ?? '');
    const { data } = await clients.admin
      .from('blog_posts')
      .select()
      .eq('id', post?.id ?? '')
      .single();
    expect(data).toMatchObject({ slug: `${slug}-2`, category_id: null, author_id: null });
  });

  test('of a post that was deleted, imported again and deleted again, the last deletion is undone', async () => {
    const posts = [await createPost(), await createPost({ content: 'Before' })];
    const ids = posts.map(({ id }) => id);
    const remove = () => clients.admin.from('blog_posts').delete().in('id', ids).throwOnError();
    await remove();
    const { id, title, slug } = posts[1]!;
    await app.service.from('blog_posts').insert({ id, title, slug, content: 'After' }).throwOnError();
    await remove();
    expect(await undoDeletion(clients.admin, 'blog_posts', ids)).toBe(2);
    const { data } = await clients.admin.from('blog_posts').select('content').in('id', ids).order('content');
    expect(data).toEqual([{ content: 'After' }, { content: 'Text' }]);
  });

  test('a testimonial is restored unchanged', async () => {
    const row = { id: randomUUID(), name: 'A', company: 'B', testimonial: 'C', rating: 4, is_featured: true };
    const { data: before } = await clients.admin.from('testimonials').insert(row).select().single();
    await clients.admin.from('testimonials').delete().eq('id', row.id);
    await restore(clients.admin, row.id);
    expect((await clients.admin.from('testimonials').select().eq('id', row.id).single()).data).toEqual(before);
  });
});

test('undoing a move leaves a post that another has moved since', async () => {
  const makeCategory = async () => {
    const id = randomUUID();
    await clients.admin
      .from('categories')
      .insert({ id, name: 'Tax', slug: `c-${id}` })
      .throwOnError();
    return id;
  };
  const [before, target, other] = [await makeCategory(), await makeCategory(), await makeCategory()];
  const posts = [await createPost({ category_id: before }), await createPost()];
  const client = gatewayClient();
  const moved = await setPostsCategory(
    client,
    posts.map(({ id }) => id),
    target,
  );
  await clients.admin.from('blog_posts').update({ category_id: other }).eq('id', posts[0]!.id).throwOnError();
  expect(await restorePostsCategories(client, moved.before)).toBe(1);
  const categoryOf = async (id: string) =>
    (await clients.admin.from('blog_posts').select('category_id').eq('id', id).single()).data?.category_id;
  expect([await categoryOf(posts[0]!.id), await categoryOf(posts[1]!.id)]).toEqual([other, null]);
});

test.each([
  'value<limit and a<b then fine',
  '<p>Name &lt;b&gt; <name@firm.example>, and <b>more</b>.</p>',
  '<!-- a note --><h2 class="x">One</h2>\n<p>Two<br/>three &amp; four</p>',
  'a <हिन्दी> b < c > d <p',
  'the 10<sup>th</sup> (<em>ibid</em>), “<a href="/x">duty</a>” on CO<sub>2</sub><br>and <S>a</S>b <abbrev>c</abbrev>d',
  '<p>Pay<small data-footnote>Section <em>47</em>.</small> now.<small data-footnote>a<p>b</p>',
  'It&rsquo;s &#8377;5 &#X20b9;5&hellip; &#160; &apos;a&apos; &middot; &bull; &euro;&pound; &lsquo;&reg;&trade; &amp;',
  '&#0; &#7; &#146; &#xD800; &#xdfff; &#1114112; &#x110000; &#99999999; &#xfffffff; &constructor; &Rsquo; &rsquo &&lt;;',
  '&amp;rsquo; &amp;#8377; &#38;lt; &lt;b&gt; &#128512;&#x1F600;',
  'One<script type="x">if (a > b) "<b>"</script >, <STYLE>p > b {}</STYLE>two<!-- a > b\n--c -->.',
  'a<!-- <script> -->b<script>"<!--"</script>c <scripts>d</scripts> <!-- e <!-- f --> g <!--> h --><!-- <style>p {}',
  '<script></script>',
  ...[148, 149, 150].flatMap((n) => ['क्षत्रिय', 'कि', 'न्', 'e\u0301'].map((word) => `${'a'.repeat(n - 1)} ${word}`)),
  ...[149, 150].map((n) => `${'a'.repeat(n)}क्षत्रिय b`),
])('the text of %j is the same in the database and on the page', async (content) => {
  const { id } = await createPost({ content });
  const { data } = await clients.admin.from('blog_posts').select('card_excerpt').eq('id', id).single();
  expect(data?.card_excerpt).toBe(excerptOf({ excerpt: null, content }));
});

test('posts from before the text of posts was mended get their new excerpts without a version', async () => {
  const migrations = ['20261129000201_text_of_posts.sql', '20261129000202_either_form_of_unicode.sql'].map((name) =>
    readFile(`supabase/migrations/${name}`, 'utf8'),
  );
  const mended = await createPost({ title: 'Cafe\u0301', content: 'Pay (<b>&#8377;5</b>)' });
  const listVersions = () => clients.admin.from('post_revisions').select('id').eq('post_id', mended.id);
  const { data: versions } = await listVersions();
  await app.query(`
    create or replace function post_text.plain_text(content text) returns text
      language sql immutable strict parallel safe return content;
    alter table public.blog_posts disable trigger user;
    update public.blog_posts set content = content where id = '${mended.id}';
    alter table public.blog_posts enable trigger user;
    ${(await Promise.all(migrations)).join('')}`);
  const { data } = await clients.admin.from('blog_posts').select().eq('id', mended.id).single();
  expect(data).toEqual({ ...mended, title: 'Caf\u00e9' });
  expect(data?.card_excerpt).toBe('Pay (₹5)...');
  expect((await listVersions()).data).toEqual(versions);
});

test('a phrase is found in posts however its spaces, signs and letters with accents are written', async () => {
  const { id } = await createPost({ content: '<p>Caf\u00e9&rsquo;s&nbsp;R&amp;D \\ “one,&#160;(two)”</p>' });
  const { id: decomposed } = await createPost({ title: 'A cafe\u0301\u2019s r&d', content: 'Cafe\u0301\u2019s R&D' });
  const find = async (phrase: string) =>
    (await listPostsWith(gatewayClient(), phrase, ['title']))
      .map((post) => post.id)
      .filter((one) => [id, decomposed].includes(one));
  expect((await find("Caf\u00e9's R&D")).toSorted()).toEqual([id, decomposed].toSorted());
  expect(await find("cafe\u0301's R&D")).toEqual([decomposed]);
  expect(await find('R&D \\ "one, (two)"')).toEqual([id]);
  expect(await find(`R&D \\ "one, (two)"${'?'.repeat(60)}`)).toEqual([]);
  expect(await find(`R${'"'.repeat(200)}`)).toEqual([]);
});

test('the public search finds words in either form of Unicode, and ligatures', async () => {
  const { id } = await createPost({
    title: 'Pin\u0303ata',
    content: 'e\ufb03cient 5\u00a0m\u00b2',
    status: 'published',
  });
  for (const typed of ['pi\u00f1ata', 'pin\u0303ata', 'e\ufb03cient', 'efficient']) {
    const { rows } = await searchPublishedPosts(
      gatewayClient(),
      readListAddress(new URLSearchParams({ q: typed }))!.address.q,
      {
        offset: 0,
        limit: 5,
      },
    );
    expect(
      rows.map((post) => post.id),
      typed,
    ).toEqual([id]);
  }
});

test('one call gives a new table of content all triggers of testimonials', async () => {
  await app.query(`create table public.things (id uuid primary key default gen_random_uuid(), name text not null,
    updated_at timestamptz not null default now())`);
  for (let n = 0; n < 2; n += 1)
    await app.query(`select public.add_content_triggers('public.things', 'thing', 'name')`);
  const triggersOf = (table: string) =>
    app.query('select tgname from pg_trigger where tgrelid = $1::regclass and not tgisinternal order by tgname', [
      table,
    ]);
  expect(await triggersOf('public.things')).toEqual(await triggersOf('public.testimonials'));
  await app.query(`insert into public.things (name) values ('A thing')`);
  await app.query('delete from public.things');
  const kept = await app.query(`select name from public.deleted_items where table_name = 'things'`);
  expect(kept).toEqual([{ name: 'A thing' }]);
  const published = `select from pg_publication_tables where pubname = 'supabase_realtime' and tablename = 'things'`;
  expect(await app.query(published)).toHaveLength(1);
  await app.query('drop table public.things');
});
