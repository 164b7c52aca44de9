import { expect, test } from 'vitest';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { type Rest, idsOf } from './open-rest.ts';

/** Calls of functions, by POST and by GET. */
export function testFunctions(rest: () => Rest): void {
  type Arguments = Record<string, unknown>;
  const call = (name: string, given?: Arguments, options?: { get?: boolean; head?: boolean; count?: 'exact' }) =>
    rest().service.rpc(name, given, options);
  const METHODS = [{ get: false }, { get: true }];

  test.each<[string, Arguments, unknown]>([
    ['add', { a: 1, b: 2 }, 3],
    ['add', { a: 1 }, 11],
    ['sum_all', { numbers: [1, 2, 3] }, 6],
    ['nothing_of', { name: 'x' }, null],
    ['sizes', {}, [1, 2, 3, null]],
    ['divide', { a: 7, b: 2 }, { quotient: 3, rest: 1 }],
    [
      'totals',
      { lowest: 10 },
      [
        { maker: 1, 'total price': 30 },
        { maker: 2, 'total price': 30 },
      ],
    ],
    [
      'one_item',
      { wanted: 2 },
      { id: 2, name: 'leaf a', price: 20, parent_id: 1, maker_id: 1, data: { kind: 'leaf' } },
    ],
    ['who', {}, 'service_role nobody'],
  ])('%s(%j) answers the same by POST and by GET', async (name, given, expected) => {
    for (const options of METHODS) {
      expect(await call(name, given, options)).toMatchObject({ error: null, status: 200, data: expected });
    }
  });

  test('a function runs as its caller', async () => {
    const { data: user } = await rest().person.auth.getUser();
    expect((await rest().person.rpc('who')).data).toBe(`authenticated ${user.user?.id}`);
    expect((await rest().visitor.rpc('who')).data).toBe('anon nobody');
  });

  test('a function reads the method and the path, as it does on a hosted project', async () => {
    expect((await call('asked')).data).toBe('POST /rpc/asked');
    expect((await call('asked', {}, { get: true })).data).toBe('GET /rpc/asked');
  });

  test('objects keep their numbers, and a single unnamed parameter takes the body', async () => {
    expect((await call('echo', { value: { deep: ['x', { y: null }] } })).data).toEqual({ deep: ['x', { y: null }] });
    const { text } = await rest().ask('rpc/echo', { method: 'POST', body: '{"value":9007199254740993}' });
    expect(text).toBe('9007199254740993');
    expect((await rest().ask('rpc/take', { method: 'POST', body: '[1,{"a":2}]' })).text).toBe('[1,{"a":2}]');
    expect((await call('take', { any: 'thing' })).data).toEqual({ any: 'thing' });
    expect((await call('take_text', { '': 'x' })).data).toBe('{"":"x"}');
  });

  test('rows are filtered, ordered, limited, selected and embedded', async () => {
    for (const options of METHODS) {
      const found = call('find_items', { term: 'leaf' }, options)
        .select('id,label_of,makers(name),items(count)')
        .gt('price', 10)
        .order('price', { ascending: false })
        .limit(1);
      expect((await found).data).toEqual([
        { id: 3, label_of: 'leaf b for 30', makers: { name: 'Ravi' }, items: [{ count: 0 }] },
      ]);
    }
    expect(idsOf((await call('find_items').order('id').range(1, 2)).data)).toEqual([2, 3]);
    expect((await call('totals', { lowest: 10 }).eq('maker', 2)).data).toEqual([{ maker: 2, 'total price': 30 }]);
    expect((await call('sizes').range(1, 2)).data).toEqual([2, 3]);
  });

  test('the length of a parameter is not part of its type', async () => {
    for (const options of METHODS) {
      expect((await call('code_of', { code: 'IND', bits: '1010' }, options)).data).toBe('IND 1010');
    }
  });

  test('a row of unknown columns is an object', async () => {
    expect((await call('any_item')).data).toEqual({ id: 1, name: 'root' });
    expect((await call('all_items').range(1, 2)).data).toEqual([
      { id: 2, name: 'leaf a' },
      { id: 3, name: 'leaf b' },
    ]);
    expect((await call('named', { wanted: 2 })).data).toMatchObject({ id: 2, name: 'leaf a', price: 20 });
  });

  test('a function chooses the status and the headers of its error', async () => {
    const { ask } = rest();
    const refuse = (answer: unknown) =>
      ask('rpc/refuse', { method: 'POST', body: JSON.stringify({ answer: JSON.stringify(answer) }) });
    const refused = await refuse({ status: 402, headers: { 'Retry-After': '60' } });
    expect(refused).toMatchObject({
      status: 402,
      body: { code: 'OVER', message: 'No more', details: null, hint: 'Wait' },
    });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await refuse({ status: 204, headers: {} })).toMatchObject({ status: 204, text: '' });
    for (const wrong of [
      'text',
      { status: 402 },
      { status: 99, headers: {} },
      { status: 402, headers: { 'a b': 'c' } },
    ]) {
      expect(await refuse(wrong)).toMatchObject({ status: 500, body: { code: 'PGRST121' } });
    }
  });

  test('a function chooses the status and the headers of its response', async () => {
    const chosen = { status: '202', headers: '[{"X-Job":"7"},{"x-job":"8"},{"content-type":"text/plain"}]' };
    expect(await call('answer_as', { status: '202', headers: '' })).toMatchObject({ status: 202, data: 'done' });
    const { status, headers, text } = await rest().ask('rpc/answer_as', {
      method: 'POST',
      body: JSON.stringify(chosen),
    });
    expect([status, headers.get('x-job'), headers.get('content-type'), text]).toEqual([
      202,
      '7, 8',
      'text/plain',
      '"done"',
    ]);
    expect(await call('answer_as', { status: '', headers: '[{"a b":"c"}]' })).toMatchObject({
      status: 500,
      error: { code: 'PGRST111' },
    });
    expect((await call('answer_as', { status: 'fine', headers: '' })).error?.code).toBe('PGRST112');
    expect((await rest().service.from('counters').select('id').like('code', 'rpc answer%')).data).toHaveLength(2);
    expect(await call('answer_as', { status: '204', headers: '' })).toMatchObject({ status: 204, data: null });
    await call('forget_counters');
    expect(await call('add', { a: 1 })).toMatchObject({ status: 200, data: 11 });
  });

  test('rows are counted, as a list or alone', async () => {
    const counted = await call('find_items', {}, { count: 'exact' }).limit(2);
    expect(counted).toMatchObject({ status: 206, count: 3 });
    expect(await call('find_items', { term: 'leaf' }, { head: true, count: 'exact' })).toMatchObject({
      status: 200,
      count: 2,
      data: null,
    });
    expect((await call('find_items', { term: 'root' }).select('id').single()).data).toEqual({ id: 1 });
    expect((await call('find_items').single()).error?.code).toBe('PGRST116');
    expect((await call('find_items', { term: 'none' }).maybeSingle()).data).toBeNull();
    expect((await call('find_items', { term: 'root' }).select('id,name').csv()).data).toBe('id,name\n1,root');
  });

  test('a function without a result answers 204', async () => {
    expect(await call('forget_counters')).toMatchObject({ status: 204, data: null, error: null });
  });

  test('a function writes by POST only', async () => {
    const made = await call('add_counter', { wanted: 'rpc post' });
    expect(made).toMatchObject({ status: 200, data: { code: 'rpc post', n: 7 } });
    const refused = await call('add_counter', { wanted: 'rpc get' }, { get: true });
    expect(refused).toMatchObject({ status: 405, error: { code: '25006' } });
    const { status } = await rest().ask('rpc/add_counter?wanted=rpc%20head', { method: 'HEAD' });
    expect(status).toBe(405);
    const { data } = await rest().service.from('counters').select('code').like('code', 'rpc %');
    expect(data).toEqual([{ code: 'rpc post' }]);
    await call('forget_counters');
  });

  test('the number of rows of a call can be limited', async () => {
    const tooMany = call('find_items');
    tooMany.maxAffected(2);
    expect((await tooMany).error?.code).toBe('PGRST124');
    const enough = call('find_items');
    enough.maxAffected(3);
    expect((await enough).data).toHaveLength(3);
    const noSet = call('add_counter', { wanted: 'rpc no set' });
    noSet.maxAffected(1);
    expect(await noSet).toMatchObject({ status: 400, error: { code: 'PGRST128' } });
    expect((await rest().service.from('counters').select('code').eq('code', 'rpc no set')).data).toEqual([]);
  });

  test.each([
    ['a function of another schema', 'hidden', {}, 404, 'PGRST202'],
    ['a function of PostgreSQL', 'pg_sleep', { seconds: 1 }, 404, 'PGRST202'],
    ['a function with its schema', 'extensions.hidden', {}, 404, 'PGRST202'],
    ['a trigger function', 'on_change', {}, 404, 'PGRST202'],
    ['SQL as a name', 'add"(1,2)) --', { a: 1 }, 404, 'PGRST202'],
    ['SQL as an argument', 'add', { a: 1, 'b" => 2); drop table items; --': 1 }, 404, 'PGRST202'],
    ['a value of the wrong type', 'add', { a: 'x' }, 400, '22P02'],
    ['two candidates', 'either', { a: 1 }, 300, 'PGRST203'],
    ['an error of the function', 'divide', { a: 1, b: 0 }, 400, '22012'],
  ])('%s is rejected', async (_what, name, given, status, code) => {
    for (const options of METHODS) {
      const answer = await call(encodeURIComponent(name), given, options);
      expect({ status: answer.status, code: answer.error?.code }).toEqual({ status, code });
    }
    expect((await rest().service.from('items').select('id')).data).toHaveLength(3);
  });

  test('the error of an unknown function names it and its arguments', async () => {
    expect((await call('nothing', { b: 1, a: 2 })).error).toEqual({
      code: 'PGRST202',
      message: 'Could not find the function public.nothing(a, b) in the schema cache',
      details:
        'Searched for the function public.nothing with parameters a, b or with a single unnamed json/jsonb parameter, ' +
        'but no matches were found in the schema cache.',
      hint: null,
    });
    expect((await call('nothing', {}, { get: true })).error?.details).toBe(
      'Searched for the function public.nothing without parameters, but no matches were found in the schema cache.',
    );
  });

  test('SQL as a value is a value', async () => {
    for (const options of METHODS) {
      const { data, error } = await call('find_items', { term: `%'; drop table items; --` }, options);
      expect({ data, error }).toEqual({ data: [], error: null });
    }
  });

  test('the right to execute is asked of PostgreSQL', async () => {
    expect(await rest().visitor.rpc('guarded')).toMatchObject({ status: 401, error: { code: '42501' } });
    expect(await rest().person.rpc('guarded')).toMatchObject({ status: 403, error: { code: '42501' } });
  });

  test('row-level security holds in a function', async () => {
    await rest().app.query(`create function public.all_admins() returns setof public.admin_users language sql stable
      as 'select * from public.admin_users'`);
    const askAdmins = async (client: Rest['person']) => (await client.rpc('all_admins')).data?.length;
    await waitFor(async () => (await askAdmins(rest().admin)) === 1);
    expect(await askAdmins(rest().person)).toBe(0);
  });
}
