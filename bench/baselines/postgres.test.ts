import { expect, test } from 'vitest';
import { readPgbenchOutput } from './postgres.ts';

const OUTPUT = `pgbench (15.18 (Debian 15.18-0+deb12u1), server 18.4)
transaction type: /tmp/six-posts.sql
number of clients: 16
number of transactions actually processed: 15432
number of failed transactions: 0 (0.000%)
latency average = 3.110 ms
initial connection time = 40.250 ms
tps = 5144.123456 (without initial connection time)
`;

test('the rate of pgbench is read', () => {
  expect(readPgbenchOutput(OUTPUT)).toMatchObject({ requests: 15_432, perSecond: 5144.123456, p50Ms: 3.11 });
});

test('other output of pgbench is an error that shows it', () => {
  expect(() => readPgbenchOutput('connection refused')).toThrow('connection refused');
});
