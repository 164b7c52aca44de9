import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, expect, test } from 'vitest';
import { rowSchemas } from '#operations/transfer/export/export-format.ts';
import type { Rest } from './open-rest.ts';

const POSTS = [
  { title: 'Export basics', slug: 'export-basics', content: 'IEC and AEO', status: 'published' },
  { title: 'Import duty', slug: 'import-duty', content: 'Customs valuation', status: 'published' },
  { title: 'A draft', slug: 'a-draft', content: 'Not yet', status: 'draft' },
];

export function testSiteCalls(rest: () => Rest): void {
  beforeAll(async () => {
    const categories = rest().admin.from('categories');
    const { data: trade } = await categories.insert({ name: 'Trade', slug: 'trade' }).select().single().throwOnError();
    const posts = POSTS.map((post, i) => ({ ...post, category_id: i === 0 ? trade.id : null }));
    await rest().admin.from('blog_posts').insert(posts).throwOnError();
  });

  test('visitors can read testimonials and categories, newest first', async () => {
    const insert = (name: string) =>
      rest().admin.from('testimonials').insert({ name, company: 'c', testimonial: 't', rating: 4, is_featured: true });
    await insert('first').throwOnError();
    await insert('second').throwOnError();
    const { data } = await rest().visitor.from('testimonials').select('*').order('created_at', { ascending: false });
    expect(data?.map(({ name }) => name)).toEqual(['second', 'first']);
    const columns = await rest().app.query(`select attname from pg_attribute
      where attrelid = 'public.testimonials'::regclass and attnum > 0 and not attisdropped order by attnum`);
    expect(Object.keys(data?.[0] ?? {})).toEqual(columns.map(({ attname }) => attname));
    // Visitors read no column that is not named in the code.
    const exported = [...Object.keys(rowSchemas.testimonials.shape), 'updated_at'];
    expect(Object.keys(data?.[0] ?? {}).toSorted()).toEqual(exported.toSorted());
    const categories = await rest().visitor.from('categories').select('*').order('created_at', { ascending: false });
    expect(categories.data).toMatchObject([{ name: 'Trade', slug: 'trade', description: null }]);
  });

  test('visitors can read published posts with their category, and no other posts', async () => {
    const query = rest().visitor.from('blog_posts').select('*, categories(id, name, slug)').eq('status', 'published');
    const { data } = await query.order('published_at', { ascending: false }).order('slug');
    expect(data?.map(({ slug, categories }) => [slug, categories?.name ?? null])).toEqual([
      ['export-basics', 'Trade'],
      ['import-duty', null],
    ]);
    expect((await rest().visitor.from('blog_posts').select('slug').eq('status', 'draft')).data).toEqual([]);
    expect(
      (await rest().admin.from('blog_posts').select('slug').order('created_at', { ascending: false })).data,
    ).toHaveLength(3);
  });

  test('a caller finds only their own administrator row', async () => {
    const { data: own } = await rest().admin.from('admin_users').select('*');
    expect(own).toHaveLength(1);
    const { data } = await rest().admin.from('admin_users').select('*').eq('user_id', own?.[0].user_id).single();
    expect(data).toEqual(own?.[0]);
    expect((await rest().person.from('admin_users').select('*').maybeSingle()).data).toBeNull();
  });

  test('a caller who is not an administrator changes nothing, and inserts get an error', async () => {
    const row = { name: 'x', company: 'c', testimonial: 't' };
    expect(await rest().person.from('testimonials').insert(row)).toMatchObject({
      status: 403,
      error: { code: '42501' },
    });
    expect(await rest().visitor.from('testimonials').insert(row)).toMatchObject({
      status: 401,
      error: { code: '42501' },
    });
    expect(await rest().person.from('testimonials').update({ name: 'y' }).neq('name', 'y')).toMatchObject({
      status: 204,
      error: null,
    });
    expect(await rest().person.from('testimonials').delete().neq('name', 'y')).toMatchObject({
      status: 204,
      error: null,
    });
    expect((await rest().visitor.from('testimonials').select('id')).data).toHaveLength(2);
  });

  test('concurrent requests do not run with the identity of another caller', async () => {
    const { admin, person, visitor } = rest();
    const countDrafts = async (client: SupabaseClient) => {
      const { data } = await client.from('blog_posts').select('id').eq('status', 'draft').throwOnError();
      return data.length;
    };
    const callers = Array.from({ length: 20 }, () => [admin, person, visitor]).flat();
    const answers = await Promise.all(callers.map(countDrafts));
    expect(answers).toEqual(callers.map((client) => (client === admin ? 1 : 0)));
  });
}
