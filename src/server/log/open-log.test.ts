import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '#backend/database/unavailable.ts';
import { inRequest, outsideRequests } from '#backend/usage/request-context.ts';
import { createLog, serializeError } from './open-log.ts';

function open(level = 'info') {
  const lines: string[] = [];
  const opened = createLog(level, { write: (line) => lines.push(line) });
  return { ...opened, lines, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}
const unreachable = () => new DatabaseUnavailable('unreachable', 'No connection could be opened', new Error('refused'));

test('an event is one line of JSON with the name of its level and the time', () => {
  const { log, lines, entries } = open();
  log.info({ mail: '1' }, 'Mail delivered.');
  expect(lines).toEqual([expect.stringMatching(/^[^\n]+\n$/)]);
  expect(entries()).toEqual([
    { level: 'info', time: expect.stringMatching(/^20\d\d-.*Z$/), mail: '1', msg: 'Mail delivered.' },
  ]);
});

test('a line has the id of the request that it belongs to, also after a wait', async () => {
  const { log, entries } = open();
  await inRequest({ id: 'abc-1', caller: '' }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    log.warn('inside');
    outsideRequests(() => log.warn('woken'));
  });
  log.warn('outside');
  expect(entries().map(({ request }) => request)).toEqual(['abc-1', undefined, undefined]);
});

test('addresses are masked in every field', () => {
  const { log, lines } = open();
  const err = new Error('550 <asha@mail.example> unknown', { cause: new Error('ravi@mail.example') });
  log.error({ err, reason: 'EENVELOPE: 550 <meera@mail.example>' }, 'Mail to dev@mail.example rejected');
  expect(lines.join('')).not.toMatch(/asha|ravi|meera|dev@/);
  expect(lines.join('').match(/\*\*\*@mail\.example/g)?.length).toBeGreaterThanOrEqual(4);
});

test('a line is short, whatever is logged', () => {
  const { log, lines } = open();
  const err = Object.assign(new Error('x'.repeat(50_000)), { query: 'y'.repeat(50_000) });
  log.error({ err, reason: 'z'.repeat(50_000) }, 'w'.repeat(50_000));
  expect(lines.join('').length).toBeLessThan(5000);
});

test('the same error of many requests is one line', () => {
  const { log, entries, counts } = open();
  for (let n = 0; n < 100; n += 1) log.error({ err: new Error('broken'), path: '/rest/v1/x' }, 'the data API failed');
  log.error({ err: new Error('broken'), path: '/rest/v1/y' }, 'the data API failed');
  expect(entries().map(({ path }) => path)).toEqual(['/rest/v1/x', '/rest/v1/y']);
  expect(counts['error']).toBe(2);
});

test('an outage of the database is one line, whatever fails because of it', () => {
  const { log, outage, entries } = open();
  outage.watch(() => Promise.resolve(false));
  outage.report(unreachable());
  for (let n = 0; n < 50; n += 1) {
    log.warn({ err: unreachable() }, 'The outbox could not be read; it is tried again.');
    log.error({ err: { code: 'PGRST000', message: 'Could not connect with the database.' } }, 'A page failed');
    log.error({ err: new Error('wrapped', { cause: unreachable() }) }, 'Something else failed');
  }
  outage.stop();
  expect(entries().map(({ level, msg }) => [level, msg])).toEqual([['error', 'The database is not available']]);
  log.error({ err: new Error('another error') }, 'still written');
  expect(entries()).toHaveLength(2);
});

test('levels below the chosen one are not written', () => {
  const { log, lines } = open('warn');
  log.info('left out');
  expect(lines).toEqual([]);
});

test('an error has its type, message, code and a bounded stack', () => {
  const error = Object.assign(new TypeError('no such thing'), { code: 'ENOENT' });
  expect(serializeError(error)).toMatchObject({ type: 'TypeError', message: 'no such thing', code: 'ENOENT' });
  expect(serializeError(error).stack).toMatch(/^at .*open-log\.test\.ts/);
});

test('the size is bounded, whatever an error holds', () => {
  let error = new Error('x'.repeat(100_000));
  for (let n = 0; n < 20; n += 1) error = new AggregateError(Array(50).fill(error), 'y'.repeat(5000), { cause: error });
  expect(JSON.stringify(serializeError(error)).length).toBeLessThan(8000);
  const plain = new Error('x'.repeat(5000), { cause: new Error('y'.repeat(5000)) });
  expect(JSON.stringify(serializeError(plain)).length).toBeLessThan(2000);
});

test('values of rows in an error of PostgreSQL are left out', () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (phone)=(98450) exists' });
  expect(JSON.stringify(serializeError(error))).not.toContain('98450');
});

test('what is thrown may be no error', () => {
  expect(serializeError('text')).toEqual({ type: 'string', message: 'text' });
  expect(serializeError(null)).toEqual({ type: 'object', message: 'null' });
  expect(serializeError({ message: 'down', code: 'PGRST000' })).toEqual({
    type: 'Object',
    message: 'down',
    code: 'PGRST000',
  });
});
