import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { type Client, type TestApp } from '../support/test-app.ts';

/** With 1 MB each call of these functions took the database up to two seconds, for anybody with an account. */
const CALLS = {
  plain_text: { content: 'text' },
  excerpt_of: { excerpt: '', content: 'text' },
  reading_minutes_of: { content: 'text' },
  with_equivalents: { words: 'text' },
  search_vector_of: { title: 'text', excerpt: 'text', keywords: 'text', content: 'text' },
};

let app: TestApp;
let administrator: Client;
beforeAll(async () => {
  app = await shareTestApp();
  administrator = await app.signIn({ admin: true });
});
afterAll(() => app?.stop());

test.each(Object.entries(CALLS))('nobody can call %s by the data API', async (name, args) => {
  const person = await app.signIn({ admin: false });
  const answers = [];
  for (const client of [app.anon, person, administrator, app.service]) {
    answers.push((await client.rpc(name as 'is_restorable', args as never)).error?.code);
  }
  expect(answers).toEqual(['PGRST202', 'PGRST202', 'PGRST202', 'PGRST202']);
});

test('generated columns are computed as before, and the schema of their functions is no profile', async () => {
  const content = '<p>The FTP of 2023</p>';
  await administrator.from('blog_posts').insert({ title: 'Policy', slug: 'policy', content }).throwOnError();
  const found = administrator.from('blog_posts').select('card_excerpt, reading_minutes');
  const { data } = await found.textSearch('search', 'foreign & trade', { config: 'english' });
  expect(data).toEqual([{ card_excerpt: 'The FTP of 2023...', reading_minutes: 1 }]);
  const { error } = await administrator.schema('post_text' as 'public').rpc('is_admin');
  expect(error?.code).toBe('PGRST106');
});

test.each([
  ['the RBIs of <b>DGFT</b>/SEZ', 'reserve & foreign & zone'],
  ['an ADVANCE-authorisation, and base erosion, and profit shifting', 'aa & beps'],
])('a post with "%s" is found by the other forms of its words', async (content, words) => {
  const slug = randomUUID();
  await administrator.from('blog_posts').insert({ title: 'Forms', slug, content }).throwOnError();
  const found = administrator.from('blog_posts').select('slug').textSearch('search', words, { config: 'english' });
  expect((await found).data).toEqual([{ slug }]);
});
