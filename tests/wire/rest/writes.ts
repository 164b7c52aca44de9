import { expect, test } from 'vitest';
import type { Rest } from './open-rest.ts';

export function testWrites(rest: () => Rest): void {
  const counters = () => rest().service.from('counters');

  test('insert returns rows only on request', async () => {
    expect(await counters().insert({ id: 100 })).toMatchObject({ status: 201, data: null });
    expect(await counters().insert([{ id: 101 }, { id: 102 }], { count: 'exact' })).toMatchObject({
      status: 201,
      count: 2,
    });
    expect(await counters().insert({ id: 103 }).select('key:id,n').single()).toMatchObject({
      status: 201,
      data: { key: 103, n: 7 },
    });
    expect((await counters().insert([]).select()).data).toEqual([]);
    expect((await counters().insert({ code: 'empty' }).select('n').single()).data).toEqual({ n: 7 });
    expect((await counters().insert({}).select('n')).data).toEqual([{ n: 7 }]);
  });

  test('missing keys become null, or the default on request', async () => {
    const rows = [{ id: 110, n: 1 }, { id: 111 }];
    expect(await counters().insert(rows)).toMatchObject({ status: 400, error: { code: '23502' } });
    expect((await counters().insert(rows, { defaultToNull: false }).select('id,n')).data).toEqual([
      { id: 110, n: 1 },
      { id: 111, n: 7 },
    ]);
    expect(
      (
        await counters()
          .insert([{ code: 'd1' }, { code: 'd2', n: 3 }], { defaultToNull: false })
          .select('n')
      ).data,
    ).toEqual([{ n: 7 }, { n: 3 }]);
  });

  test('upsert merges or ignores duplicates, and tells whether a row was created', async () => {
    await counters().insert({ id: 120, n: 1, code: 'u' }).throwOnError();
    expect(await counters().upsert({ id: 120, n: 2 })).toMatchObject({ status: 200 });
    expect(
      await counters()
        .upsert([
          { id: 120, n: 3 },
          { id: 121, n: 3 },
        ])
        .select('id,n'),
    ).toMatchObject({
      status: 201,
      data: [
        { id: 120, n: 3 },
        { id: 121, n: 3 },
      ],
    });
    expect((await counters().upsert({ code: 'u', n: 4 }, { onConflict: 'code' }).select('id,n')).data).toEqual([
      { id: 120, n: 4 },
    ]);
    expect((await counters().upsert({ id: 120, n: 9 }, { ignoreDuplicates: true }).select()).data).toEqual([]);
    expect(await counters().upsert({ id: 120, n: 9 }, { onConflict: 'n' })).toMatchObject({
      status: 400,
      error: { code: '42P10' },
    });
  });

  test('upsert needs no right to more than its columns, and works through views and on partitions', async () => {
    const { app, person, service } = rest();
    await app.query(`create table public.cards (id int primary key, n int, hidden text);
      revoke all on public.cards from authenticated;
      grant select (id, n), insert (id, n), update (id, n) on public.cards to authenticated;
      create view public.shown_cards as select id, n from public.cards;
      create table public.parts (id int primary key, n int) partition by range (id);
      create table public.parts_1 partition of public.parts for values from (0) to (100)`);
    const targets = [
      [person, 'cards', 1],
      [service, 'shown_cards', 2],
      [service, 'parts', 1],
    ] as const;
    const statuses = new Map<string, number[]>();
    for (const [client, table, id] of targets) {
      const upsert = async (n: number) => (await client.from(table).upsert({ id, n }, { onConflict: 'id' })).status;
      statuses.set(table, [await upsert(1), await upsert(2)]);
    }
    expect(Object.fromEntries(statuses)).toEqual({ cards: [201, 200], shown_cards: [201, 200], parts: [201, 200] });
  });

  test('update and delete change matching rows, and return them on request', async () => {
    await counters()
      .insert([{ id: 130 }, { id: 131 }, { id: 132 }])
      .throwOnError();
    const some = counters().update({ n: 70 }).in('id', [130, 131]).select('id,n').order('id', { ascending: false });
    expect(await some).toMatchObject({
      status: 200,
      data: [
        { id: 131, n: 70 },
        { id: 130, n: 70 },
      ],
    });
    expect(await counters().update({ n: 71 }, { count: 'exact' }).eq('id', 132)).toMatchObject({
      status: 204,
      count: 1,
    });
    expect(await counters().update({ n: 71 }).eq('id', -1).select()).toMatchObject({ status: 200, data: [] });
    expect((await counters().update({}).eq('id', 132).select()).data).toEqual([]);
    expect(await counters().update({ n: 1 }).eq('id', -1).select().single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116' },
    });
    // As PostgREST, which ignores ranges of a write.
    const ranged = counters().update({ n: 72 }).in('id', [130, 131]).select('id').limit(1);
    expect((await ranged).data).toHaveLength(2);
    expect(await counters().update({ n: 73 }).in('id', [130, 131]).select('id').limit(1).single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116' },
    });
    expect((await counters().select('n').in('id', [130, 131])).data).toEqual([{ n: 72 }, { n: 72 }]);
    expect(await counters().delete({ count: 'exact' }).gte('id', 130)).toMatchObject({ status: 204, count: 3 });
  });

  test('a rejected result rolls back the change', async () => {
    await counters()
      .insert([{ id: 140 }, { id: 141 }])
      .throwOnError();
    const tooMany = counters().delete().in('id', [140, 141]);
    tooMany.maxAffected(1);
    expect(await tooMany).toMatchObject({
      status: 400,
      error: { code: 'PGRST124', details: 'The query affects 2 rows' },
    });
    const notOne = counters().update({ n: 0 }).in('id', [140, 141]).select().single();
    expect(await notOne).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
    expect(await counters().delete().in('id', [140, 141]).single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116', details: 'The result contains 2 rows' },
    });
    expect((await counters().select('n').in('id', [140, 141])).data).toEqual([{ n: 7 }, { n: 7 }]);
    expect(await counters().delete().eq('id', 141).single()).toMatchObject({ status: 204, error: null });
    expect(await counters().delete().eq('id', 141).single()).toMatchObject({ status: 406 });
    expect(await counters().upsert([])).toMatchObject({ status: 200, error: null });
  });

  test('returned rows can embed other rows', async () => {
    const { data } = await rest()
      .service.from('samples')
      .insert({ id: 50, maker_id: 1 })
      .select('id,makers!maker_id(name),labels(text)')
      .single();
    expect(data).toEqual({ id: 50, makers: { name: 'Asha' }, labels: [] });
    await rest().service.from('samples').delete().eq('id', 50).throwOnError();
  });
}
