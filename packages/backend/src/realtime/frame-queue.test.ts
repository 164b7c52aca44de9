import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairQueue } from '../usage/fair-queue.ts';
import { currentCaller } from '../usage/request-context.ts';
import { type FramePlaces, OversizedFrame, createFrameQueue } from './frame-queue.ts';
import { type ClientFrame, MalformedFrame } from './frames.ts';

const placesOf = (perKey: number): FramePlaces => ({
  database: new FairQueue({ places: 10, placesPerKey: perKey }),
  large: new FairQueue({ places: 1 }),
});

/** A queue whose frames the test handles one by one. */
function open(places: FramePlaces, caller = 'a') {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const handleInTurn = createFrameQueue({
    version: '2.0.0',
    places,
    caller: () => caller,
    isOpen: () => true,
    onError: () => {},
    onFrame: async ({ topic, event, ref }: ClientFrame) => {
      begun.push(`${currentCaller()}: ${event} ${topic} ${ref}`);
      await new Promise<void>((resolve) => ends.push(resolve));
    },
  });
  const add = (event: string, topic: string, ref: string, filling = '') =>
    void handleInTurn(Buffer.from(JSON.stringify([null, ref, topic, event, { filling }])), false);
  const endNext = async () => {
    ends.shift()?.();
    await turn();
  };
  return { begun, add, endNext, handleInTurn };
}

test('frames of one topic are handled one after another, those of others meanwhile', async () => {
  const { begun, add, endNext } = open(placesOf(10));
  add('broadcast', 't', '1');
  add('broadcast', 't', '2');
  add('broadcast', 'u', '3');
  expect(begun).toEqual(['a: broadcast t 1', 'a: broadcast u 3']);
  await endNext();
  expect(begun.at(-1)).toBe('a: broadcast t 2');
});

test('joins of one connection are handled one after another, and before later frames of their topics', async () => {
  const { begun, add, endNext } = open(placesOf(10));
  add('phx_join', 't', '1');
  add('phx_join', 'u', '2');
  add('broadcast', 'u', '3');
  expect(begun).toEqual(['a: phx_join t 1']);
  await endNext();
  await endNext();
  expect(begun).toEqual(['a: phx_join t 1', 'a: phx_join u 2', 'a: broadcast u 3']);
});

test('frames that ask the database wait for a place of their caller', async () => {
  const places = placesOf(1);
  const [first, second, other] = [open(places), open(places), open(places, 'b')];
  first.add('access_token', 't', '1');
  second.add('access_token', 't', '2');
  other.add('access_token', 't', '3');
  expect([first.begun, second.begun, other.begun].flat()).toEqual(['a: access_token t 1', 'b: access_token t 3']);
  await first.endNext();
  expect(second.begun).toEqual(['a: access_token t 2']);
});

test('of large frames few are handled at a time', async () => {
  const { begun, add, endNext } = open(placesOf(1));
  add('broadcast', 't', '1', 'x'.repeat(100_000));
  add('broadcast', 'u', '2', 'x'.repeat(100_000));
  expect(begun).toHaveLength(1);
  await endNext();
  expect(begun).toHaveLength(2);
});

test('malformed frames, and large ones that are no broadcasts, are refused at once', () => {
  const { handleInTurn, begun } = open(placesOf(1));
  expect(() => handleInTurn(Buffer.from('{'), false)).toThrow(MalformedFrame);
  const large = JSON.stringify([null, '1', 't', 'phx_join', { filling: 'x'.repeat(65 * 1024) }]);
  expect(() => handleInTurn(Buffer.from(large), false)).toThrow(OversizedFrame);
  expect(begun).toEqual([]);
});
