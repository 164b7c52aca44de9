import { expect, test } from 'vitest';
import { sampleSchema } from '#tests/support/sample-schema.ts';
import type { StatementOutcome } from './execute.ts';
import { planRequest } from './plan.ts';
import { parseRequest } from './request.ts';
import { presentOutcome } from './response.ts';
import { checkOutcome } from './routes.ts';

const NOTHING: StatementOutcome = {
  body: null,
  rows: null,
  affected: null,
  inserted: null,
  total: null,
  permitted: null,
  chosen: { status: null, headers: null },
};

function present(
  method: string,
  path: string,
  outcome: Partial<StatementOutcome>,
  headers: Record<string, string> = {},
) {
  const [relation = '', search = ''] = path.split('?');
  const body = method === 'GET' || method === 'HEAD' ? '' : '{"label":"x"}';
  const request = parseRequest({ method, relation, search, body, header: (name) => headers[name] });
  const plan = planRequest(sampleSchema, request);
  checkOutcome(request, plan, 'authenticated', { ...NOTHING, ...outcome });
  const { body: text, ...init } = presentOutcome(request, plan, { ...NOTHING, ...outcome });
  const response = new Response(text, init);
  return { status: response.status, range: response.headers.get('content-range'), response };
}

const COUNT = { prefer: 'count=exact' };
const RETURN = { prefer: 'return=representation' };

test.each([
  ['GET', 'tags', { body: '[]', rows: 0 }, {}, 200, '*/*'],
  ['GET', 'tags', { body: '[{}]', rows: 5 }, {}, 200, '0-4/*'],
  ['GET', 'tags?offset=10', { body: '[{}]', rows: 5 }, {}, 200, '10-14/*'],
  ['GET', 'tags', { body: '[{}]', rows: 5, total: 5 }, COUNT, 200, '0-4/5'],
  ['GET', 'tags', { body: '[{}]', rows: 5, total: 9 }, COUNT, 206, '0-4/9'],
  ['GET', 'tags', { body: '[]', rows: 0, total: 0 }, COUNT, 200, '*/0'],
  ['HEAD', 'tags', { rows: 5, total: 9 }, COUNT, 206, '0-4/9'],
  ['POST', 'tags', { affected: 1 }, {}, 201, '*/*'],
  ['POST', 'tags', { affected: 2 }, COUNT, 201, '*/2'],
  ['POST', 'tags', { body: '[{}]', rows: 1, affected: 1 }, RETURN, 201, '*/*'],
  ['POST', 'tags', { affected: 1, inserted: 0 }, {}, 200, '*/*'],
  ['POST', 'tags', { affected: 0, inserted: 0 }, {}, 200, '*/*'],
  ['POST', 'tags', { affected: 2, inserted: 1 }, {}, 201, '*/*'],
  ['PATCH', 'tags', { affected: 3 }, {}, 204, '0-2/*'],
  ['PATCH', 'tags', { affected: 0 }, {}, 204, '*/*'],
  ['PATCH', 'tags', { body: '[{}]', rows: 1, affected: 1 }, RETURN, 200, '0-0/*'],
  ['DELETE', 'tags', { affected: 3 }, {}, 204, '*/*'],
  ['DELETE', 'tags', { body: '[]', rows: 0, affected: 0 }, RETURN, 200, '*/*'],
])('%s %s with %j, asking %j, is %i with Content-Range %s', (method, path, outcome, headers, status, range) => {
  expect(present(method, path, outcome, headers)).toMatchObject({ status, range });
});

test('a read has its canonical address, its profile and the applied preferences', () => {
  const headers = { ...COUNT, 'accept-profile': 'public' };
  const { response } = present('GET', 'tags?select=id&label=eq.x', { body: '[]', rows: 0, total: 0 }, headers);
  expect(response.headers.get('content-location')).toBe('/tags?label=eq.x&select=id');
  expect(response.headers.get('content-profile')).toBe('public');
  expect(response.headers.get('preference-applied')).toBe('count=exact');
});

test('CSV starts with the column names', async () => {
  const { response } = present('GET', 'tags?select=id,"a,b":label', { body: '1,x', rows: 1 }, { accept: 'text/csv' });
  expect(await response.text()).toBe('id,"a,b"\n1,x');
});

test('no row and several rows are not a single object', () => {
  const accept = { accept: 'application/vnd.pgrst.object+json' };
  expect(() => present('GET', 'tags', { body: 'null', rows: 0 }, accept)).toThrow('Cannot coerce');
  expect(() => present('GET', 'tags', { body: '{}', rows: 2 }, accept)).toThrow('Cannot coerce');
  expect(() => present('PATCH', 'tags', { affected: 0 }, accept)).toThrow('Cannot coerce');
  expect(() => present('DELETE', 'tags', { affected: 2 }, accept)).toThrow('Cannot coerce');
  expect(present('PATCH', 'tags', { affected: 1 }, accept).status).toBe(204);
});

test('an offset beyond the counted total is rejected', () => {
  expect(() => present('GET', 'tags?offset=3', { body: '[]', rows: 0, total: 2 }, COUNT)).toThrow(
    'range not satisfiable',
  );
});
