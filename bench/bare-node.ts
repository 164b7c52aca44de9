// A Node HTTP server that does nothing but send one answer: what the runtime itself can reach.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [headersFile = '', bodyFile = ''] = process.argv.slice(2);
const headers = JSON.parse(readFileSync(headersFile, 'utf8')) as Record<string, string>;
const body = readFileSync(bodyFile);
const withLength = { ...headers, 'Content-Length': String(body.length) };

const server = createServer((_request, response) => {
  response.writeHead(200, withLength);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
process.on('disconnect', () => process.exit());
