import { expect, test } from 'vitest';
import { countErrors, readWrkOutput } from './wrk-output.ts';

const OUTPUT = `Running 3s test @ http://127.0.0.1:5500/
  1 threads and 16 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.02ms  430.12us   9.84ms   92.51%
    Req/Sec    15.84k     1.20k   17.60k    83.33%
  Latency Distribution
     50%    0.98ms
     75%    1.12ms
     90%  812.00us
     99%    2.71ms
  47295 requests in 3.00s, 0.86GB read
Requests/sec:  15764.53
Transfer/sec:    293.10MB
`;

test('rate and latencies are read in milliseconds', () => {
  expect(readWrkOutput(OUTPUT)).toMatchObject({ requests: 47_295, perSecond: 15_764.53, p50Ms: 0.98, p99Ms: 2.71 });
  expect(readWrkOutput(OUTPUT.replace('2.71ms', '812.50us')).p99Ms).toBeCloseTo(0.8125);
  expect(readWrkOutput(OUTPUT.replace('2.71ms', '1.20s ')).p99Ms).toBe(1200);
});

test('errors are counted when there are any', () => {
  expect(countErrors(readWrkOutput(OUTPUT))).toBe(0);
  const failed = `${OUTPUT}  Socket errors: connect 1, read 2, write 3, timeout 4\n  Non-2xx or 3xx responses: 5\n`;
  expect(readWrkOutput(failed).errors).toEqual({ connect: 1, read: 2, write: 3, timeout: 4, status: 5 });
  expect(countErrors(readWrkOutput(failed))).toBe(15);
});

test('other output is an error that shows it', () => {
  expect(() => readWrkOutput('unable to connect')).toThrow('unable to connect');
});
