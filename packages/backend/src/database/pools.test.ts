import { expect, test } from 'vitest';
import { CONNECTIONS, POOLS, connectionsOfWorker, minConnections, poolSize, defaultConnections } from './pools.ts';

/** Pools, listeners and lock. */
const sum = (connections: number) => POOLS.reduce((total, name) => total + poolSize(name, connections), 4);

test('a process with the usual number of connections has the usual pools', () => {
  expect(defaultConnections(1)).toBe(30);
  for (const name of POOLS) expect(poolSize(name, connectionsOfWorker(30, 1))).toBe(CONNECTIONS[name]);
});

test('workers share the connections of a start, and no pool is empty', () => {
  for (let workers = 1; workers <= 16; workers += 1) {
    for (const total of [minConnections(workers), defaultConnections(workers), 200]) {
      const each = connectionsOfWorker(total, workers);
      expect(sum(each)).toBeLessThanOrEqual(each);
      expect(each * workers + (workers > 1 ? 2 : 0)).toBeLessThanOrEqual(total);
    }
  }
});

test('the usual number for several workers is what the bundled PostgreSQL serves', () => {
  expect([2, 4, 6, 16].map(defaultConnections)).toEqual([62, 62, 74, 194]);
});
