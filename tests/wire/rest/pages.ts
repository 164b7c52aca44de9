import { expect, test } from 'vitest';
import { type Rest, idsOf } from './open-rest.ts';

export function testPages(rest: () => Rest): void {
  const samples = (select = 'id') => rest().service.from('samples').select(select).order('id');

  test('aliases, casts and JSON paths shape the row', async () => {
    const { data } = await samples('label:name, size::text, b:data->a->>b, data->a, "odd name"').eq('id', 1).single();
    expect(data).toEqual({ label: 'alpha', size: '1', b: 'x', a: { b: 'x' }, 'odd name': 'one' });
  });

  test('an alias can be any text', async () => {
    const { data } = await samples(`"it's; --":id,"__proto__":name`).eq('id', 1).single();
    expect(Object.entries(data ?? {})).toEqual([
      ["it's; --", 1],
      ['__proto__', 'alpha'],
    ]);
  });

  test('numbers are written as PostgreSQL writes them', async () => {
    const { text } = await rest().ask('samples?select=big,weight&id=eq.1');
    expect(text.replaceAll(' ', '')).toBe('[{"big":9007199254740993,"weight":1.50}]');
  });

  test('order accepts directions, nulls and several terms', async () => {
    const ordered = async (query: string) =>
      idsOf(JSON.parse((await rest().ask(`samples?select=id&order=${query}`)).text));
    expect(await ordered('size.desc')).toEqual([4, 3, 2, 1]);
    expect(await ordered('size.desc.nullslast')).toEqual([3, 2, 1, 4]);
    expect(await ordered('size.nullsfirst')).toEqual([4, 1, 2, 3]);
    expect(await ordered('maker_id.asc.nullslast,size.desc')).toEqual([2, 1, 3, 4]);
    expect(await ordered('data->a->>b.desc.nullslast,id')).toEqual([2, 1, 3, 4]);
  });

  test('limit and range return a page, which has status 206 if it is counted', async () => {
    expect(idsOf((await samples().range(1, 2)).data)).toEqual([2, 3]);
    const counted = rest().service.from('samples').select('id', { count: 'exact' }).order('id');
    expect(await counted.range(1, 2)).toMatchObject({ status: 206, count: 4, data: [{ id: 2 }, { id: 3 }] });
    expect(await rest().service.from('samples').select('id', { count: 'planned' })).toMatchObject({
      status: 200,
      count: 4,
    });
    expect(await rest().service.from('samples').select('id', { count: 'estimated', head: true })).toMatchObject({
      count: 4,
      data: null,
    });
    expect(await samples().limit(0)).toMatchObject({ status: 200, data: [] });
  });

  test('the Range header chooses a page, within limit and offset', async () => {
    const page = async (path: string, range: string) => {
      const { status, headers, text } = await rest().ask(path, { headers: { Range: range } });
      return [status, headers.get('content-range'), text && idsOf(JSON.parse(text))];
    };
    const path = 'samples?select=id&order=id';
    expect(await page(path, '1-2')).toEqual([200, '1-2/*', [2, 3]]);
    expect(await page(path, '2-')).toEqual([200, '2-3/*', [3, 4]]);
    expect(await page(`${path}&limit=2&offset=1`, '0-5')).toEqual([200, '1-2/*', [2, 3]]);
    expect(await page('rpc/find_items?select=id&order=id', '1-1')).toEqual([200, '1-1/*', [2]]);
    expect(await page(path, 'bytes=0-1')).toEqual([200, '0-3/*', [1, 2, 3, 4]]);
    expect(await page(path, '')).toEqual([200, '0-3/*', [1, 2, 3, 4]]);
    const { status, body } = await rest().ask(path, { headers: { Range: '2-1' } });
    expect({ status, code: body['code'] }).toEqual({ status: 416, code: 'PGRST103' });
    const counted = await rest().ask(path, { headers: { Range: '1-2', Prefer: 'count=exact' } });
    expect([counted.status, counted.headers.get('content-range')]).toEqual([206, '1-2/4']);
  });

  test('a page beyond the end is a 416 if it is counted, and empty otherwise', async () => {
    const beyond = await rest().service.from('samples').select('id', { count: 'exact' }).range(10, 19);
    expect(beyond).toMatchObject({
      status: 416,
      error: { code: 'PGRST103', details: expect.stringContaining('only 4 rows') },
    });
    expect(await samples().range(10, 19)).toMatchObject({ status: 200, data: [] });
  });

  test('a list has at most a thousand rows', async () => {
    const { data, count, status } = await rest().service.from('many').select('n', { count: 'exact' }).limit(1400);
    expect({ status, count, rows: data?.length }).toEqual({ status: 206, count: 1500, rows: 1000 });
  });

  test('single requires one row, maybeSingle at most one', async () => {
    expect((await samples().eq('id', 1).single()).data).toEqual({ id: 1 });
    expect(await samples().eq('id', 9).single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116', details: 'The result contains 0 rows' },
    });
    expect(await samples().single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116', details: 'The result contains 4 rows' },
    });
    expect((await samples().eq('id', 9).maybeSingle()).data).toBeNull();
  });

  test('a request can ask for CSV or for rows without nulls', async () => {
    expect((await samples('id,n:name').limit(2).csv()).data).toBe('id,n\n1,alpha\n2,beta');
    expect((await samples('id,name').eq('id', 4).stripNulls()).data).toEqual([{ id: 4 }]);
  });
}
