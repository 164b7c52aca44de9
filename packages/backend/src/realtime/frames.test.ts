import { expect, test } from 'vitest';
import { MalformedFrame, type Version, parseFrame, writeBroadcast, writeFrame } from './frames.ts';

const parse = (version: Version, text: string) => parseFrame(version, Buffer.from(text), false);
const push = (lengths: number[], encoding: number, rest: string) =>
  Buffer.concat([Buffer.from([3, ...lengths, encoding]), Buffer.from(rest)]);

test('a frame of each version is read', () => {
  const frame = { joinRef: '1', ref: '2', topic: 'realtime:a', event: 'phx_join', payload: { a: 1 } };
  expect(parse('2.0.0', '["1","2","realtime:a","phx_join",{"a":1}]')).toEqual(frame);
  const object = { join_ref: '1', ref: '2', topic: 'realtime:a', event: 'phx_join', payload: { a: 1 } };
  expect(parse('1.0.0', JSON.stringify(object))).toEqual(frame);
});

test('a binary broadcast is read, with JSON and with bytes', () => {
  const head = { joinRef: '1', ref: '2', topic: 'abc', event: 'broadcast' };
  expect(parseFrame('2.0.0', push([1, 1, 3, 2, 0], 1, '12abcev{"x":1}'), true)).toEqual({
    ...head,
    payload: { type: 'broadcast', event: 'ev', payload: { x: 1 } },
  });
  expect(parseFrame('2.0.0', push([1, 1, 3, 2, 0], 0, '12abcev\u0001'), true)).toEqual({
    ...head,
    payload: { type: 'broadcast', event: 'ev', payload: Buffer.from([1]) },
  });
});

test.each([
  ['2.0.0', ''],
  ['2.0.0', 'null'],
  ['2.0.0', '{}'],
  ['2.0.0', '["1","2","t","e"]'],
  ['2.0.0', '["1","2",3,"e",{}]'],
  ['2.0.0', '[{},"2","t","e",{}]'],
  ['2.0.0', `[null,"${'1'.repeat(65)}","t","e",{}]`],
  ['2.0.0', `${'['.repeat(100)}${']'.repeat(100)}`],
  ['1.0.0', '["1","2","t","e",{}]'],
  ['1.0.0', '{"topic":"t"}'],
  ['1.0.0', '{"topic":"t","event":"e","payload":'],
] as const)('version %s: the text frame %s is malformed', (version, text) => {
  expect(() => parse(version, text)).toThrow(MalformedFrame);
});

test.each([
  ['empty', Buffer.from([])],
  ['of another kind', push([1, 1, 3, 2, 0], 1, '12abcev{}').fill(9, 0, 1)],
  ['shorter than its lengths', push([255, 255, 255, 255, 255], 1, 'abc')],
  ['with an unknown encoding', push([1, 1, 3, 2, 0], 7, '12abcev{}')],
  ['with broken JSON', push([1, 1, 3, 2, 0], 1, '12abcev{')],
  ['with broken UTF-8', Buffer.from([3, 0, 0, 1, 0, 0, 1, 0xff, 0x7b, 0x7d])],
])('a binary frame %s is malformed', (_how, data) => {
  expect(() => parseFrame('2.0.0', data, true)).toThrow(MalformedFrame);
});

test('version 1.0.0 has no binary frames', () => {
  expect(() => parseFrame('1.0.0', push([1, 1, 3, 2, 0], 1, '12abcev{}'), true)).toThrow(MalformedFrame);
  expect(writeBroadcast('1.0.0', { topic: 't', event: 'e', payload: Buffer.from([1]), meta: '' })).toBeNull();
});

test('what is written for version 2.0.0 is read by a client', () => {
  const text = writeFrame('2.0.0', { joinRef: null, ref: '2', topic: 'a"b', event: 'phx_reply', payload: '{}' });
  expect(JSON.parse(text)).toEqual([null, '2', 'a"b', 'phx_reply', {}]);
  const bytes = writeBroadcast('2.0.0', { topic: 'tö', event: 'e', payload: Buffer.from('xyz'), meta: '' });
  expect(bytes).toEqual(Buffer.from([4, 3, 1, 0, 0, ...Buffer.from('töexyz')]));
});
