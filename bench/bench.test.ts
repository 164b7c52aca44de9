import { expect, test } from 'vitest';
import { readWrkOutput } from './load.ts';
import { writeNginxConfig } from './servers.ts';

test('the figures of wrk are read, with its units and errors', () => {
  const output = `     99%    1.21ms
  57767 requests in 1.00s, 9.00MB read
  Socket errors: connect 1, read 2, write 0, timeout 3
  Non-2xx or 3xx responses: 4
Requests/sec:  57767.50`;
  expect(readWrkOutput(output)).toMatchObject({ requests: 57_767, perSecond: 57_767.5, p99Ms: 1.21, errors: 10 });
  expect(() => readWrkOutput('unable to connect')).toThrow('unable to connect');
});

test('nginx is given the headers of the site', () => {
  const config = writeNginxConfig('/tmp/x', 8080, { 'content-type': 'text/html', 'x-a': 'say "no"' });
  expect(config).toContain(String.raw`add_header x-a "say \"no\"";`);
  expect(() => writeNginxConfig('/tmp/x', 8080, { 'x-a': '$host' })).toThrow('$host');
});
