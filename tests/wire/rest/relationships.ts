import { expect, test } from 'vitest';
import type { Rest } from './open-rest.ts';

/** Which relationship an embedded name means (PostgREST's search), and what may be embedded besides tables. */
export function testRelationships(rest: () => Rest): void {
  const read = (table: string, select: string) => rest().service.from(table).select(select);
  const items = (select: string) => read('items', select).order('id');

  test('a table that refers to itself gives children by its name, and the parent by the column', async () => {
    const expected = [
      { id: 1, children: [{ id: 2 }, { id: 3 }] },
      { id: 2, children: [] },
      { id: 3, children: [] },
    ];
    for (const children of ['items', 'items!parent_id', 'items!items_parent_id_fkey']) {
      const query = items(`id,children:${children}(id)`).order('id', { referencedTable: 'children' });
      expect((await query).data, children).toEqual(expected);
    }
    expect((await items('id,parent:parent_id(name)')).data).toEqual([
      { id: 1, parent: null },
      { id: 2, parent: { name: 'root' } },
      { id: 3, parent: { name: 'root' } },
    ]);
  });

  test('children and parents nest', async () => {
    const { data } = await items('name,items(name,parent_id(name))').eq('id', 1);
    expect(data).toEqual([
      {
        name: 'root',
        items: [
          { name: 'leaf a', parent_id: { name: 'root' } },
          { name: 'leaf b', parent_id: { name: 'root' } },
        ],
      },
    ]);
  });

  test('a constraint or a column names or hints a relationship in both directions', async () => {
    for (const one of ['makers', 'maker_id', 'items_made_by_fkey', 'makers!maker_id', 'makers!items_made_by_fkey']) {
      expect((await items(`maker:${one}(name)`).eq('id', 3)).data, one).toEqual([{ maker: { name: 'Ravi' } }]);
    }
    for (const many of ['items', 'items_made_by_fkey', 'items!maker_id', 'items!items_made_by_fkey', 'items!id']) {
      const { data } = await read('makers', `things:${many}(id)`).eq('id', 2);
      expect(data, many).toEqual([{ things: [{ id: 3 }] }]);
    }
  });

  test('each hint of an ambiguous relationship leads to one', async () => {
    const { error, status } = await read('makers', 'samples(id)');
    expect({ status, code: error?.code }).toEqual({ status: 300, code: 'PGRST201' });
    const choices = error?.hint?.match(/'(samples![^']+)'/g)?.map((choice) => choice.slice(1, -1)) ?? [];
    expect(choices).toEqual(['samples!samples_maker_id_fkey', 'samples!samples_tester_id_fkey']);
    for (const choice of choices) expect((await read('makers', `${choice}(id)`)).status, choice).toBe(200);
  });

  test('related rows can be counted, with filters, also without a row', async () => {
    const counts = (select: string) => read('makers', select).order('id');
    expect((await counts('*,items(count)')).data).toEqual([
      { id: 1, name: 'Asha', items: [{ count: 2 }] },
      { id: 2, name: 'Ravi', items: [{ count: 1 }] },
    ]);
    expect((await counts('name,items(count())').gt('items.price', 15)).data).toEqual([
      { name: 'Asha', items: [{ count: 1 }] },
      { name: 'Ravi', items: [{ count: 1 }] },
    ]);
    expect((await counts('id,items(n:count)').eq('items.name', 'nothing')).data).toEqual([
      { id: 1, items: [{ n: 0 }] },
      { id: 2, items: [{ n: 0 }] },
    ]);
    const inner = rest().service.from('makers').select('id,items!inner(count)', { count: 'exact' });
    expect(await inner.eq('items.name', 'leaf b')).toMatchObject({
      count: 1,
      data: [{ id: 2, items: [{ count: 1 }] }],
    });
    expect((await items('count')).error?.code).toBe('42803');
    expect((await read('items', 'count').gt('price', 10)).data).toEqual([{ count: 2 }]);
  });

  test('a spread embed adds its keys to the row', async () => {
    expect((await items('id,...makers(maker:name)').limit(2)).data).toEqual([
      { id: 1, maker: 'Asha' },
      { id: 2, maker: 'Asha' },
    ]);
    expect((await items('id,...parent_id(parent:name,...makers(parent_maker:name))')).data).toEqual([
      { id: 1, parent: null, parent_maker: null },
      { id: 2, parent: 'root', parent_maker: 'Asha' },
      { id: 3, parent: 'root', parent_maker: 'Asha' },
    ]);
    const query = read('makers', 'name,...items(names:name,prices:price)').order('id');
    const { data } = await query.order('id', { referencedTable: 'items' });
    expect(data).toEqual([
      { name: 'Asha', names: ['root', 'leaf a'], prices: [10, 20] },
      { name: 'Ravi', names: ['leaf b'], prices: [30] },
    ]);
    expect((await items('id,...parent_id!inner(parent:name)')).data).toHaveLength(2);
    expect((await items('id,...makers!inner(name)').eq('makers.name', 'Ravi').csv()).data).toBe('id,name\n3,Ravi');
  });

  test('a function of a row is a column, for select, filter and order', async () => {
    expect((await items('id,label_of')).data?.[0]).toEqual({ id: 1, label_of: 'root for 10' });
    expect((await items('*')).data?.[0]).not.toHaveProperty('label_of');
    const query = read('items', 'id,text:label_of').like('label_of', 'leaf%').order('label_of', { ascending: false });
    expect((await query).data).toEqual([
      { id: 3, text: 'leaf b for 30' },
      { id: 2, text: 'leaf a for 20' },
    ]);
    expect((await read('makers', 'items(label_of)').eq('id', 2)).data).toEqual([
      { items: [{ label_of: 'leaf b for 30' }] },
    ]);
  });

  test('a function of a row that returns rows can be embedded', async () => {
    const query = items('id,cheaper(id),root(name,makers(name))').eq('id', 3);
    const { data } = await query.order('id', { referencedTable: 'cheaper' });
    expect(data).toEqual([
      { id: 3, cheaper: [{ id: 1 }, { id: 2 }], root: { name: 'root', makers: { name: 'Asha' } } },
    ]);
    expect((await items('id,cheaper!inner(id)').eq('cheaper.id', 2)).data).toEqual([{ id: 3, cheaper: [{ id: 2 }] }]);
  });

  test('functions of a row work on the rows that a write returns', async () => {
    const { data } = await rest()
      .service.from('items')
      .update({ price: 20 })
      .eq('id', 2)
      .select('id,label_of,cheaper(id),makers(name)');
    expect(data).toEqual([{ id: 2, label_of: 'leaf a for 20', cheaper: [{ id: 1 }], makers: { name: 'Asha' } }]);
  });

  test('a view has the relationships of the columns that it shows, through other views too', async () => {
    expect((await read('dear_items', 'title,makers(name)').eq('number', 3)).data).toEqual([
      { title: 'leaf b', makers: { name: 'Ravi' } },
    ]);
    expect((await read('dearest_items', 'makers(name)').eq('title', 'leaf b')).data).toEqual([
      { makers: { name: 'Ravi' } },
    ]);
    expect((await read('makers', 'dear_items(title)').eq('id', 1)).data).toEqual([
      { dear_items: [{ title: 'leaf a' }] },
    ]);
    expect((await read('items', 'parent:dear_items!items_parent_id_fkey(title)')).error?.code).toBeUndefined();
  });
}
