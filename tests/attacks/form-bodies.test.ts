import { expect, test } from 'vitest';
import { ENQUIRY_MESSAGE_MAX_BYTES } from '#contract/limits.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { sendRaw } from '../support/raw-http.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => shareTestApp());

const FORM = 'Content-Type: application/x-www-form-urlencoded';
const KB = 1024;
let lastAddress = 0;

/** The head of a request, from a new address unless one is given. */
function head(start: string, lines: string[], address = `203.0.113.${(lastAddress += 1)}`): string {
  const host = new URL(app.url).host;
  const all = [`${start} HTTP/1.1`, `Host: ${host}`, 'Connection: close', `X-Forwarded-For: ${address}`, ...lines];
  return `${all.join('\r\n')}\r\n\r\n`;
}

function postForm(body: string, address?: string) {
  return sendRaw(app.url, head('POST /contact', [FORM, `Content-Length: ${body.length}`], address) + body, 30_000);
}

test('an e-mail address of 90 kB of dots is rejected at once', async () => {
  const started = Date.now();
  const answer = await postForm(`name=A&message=B&email=a%40${'.'.repeat(90 * KB)}%40`);
  expect(answer.status).toBe(400);
  expect(Date.now() - started).toBeLessThan(3000);
});

test.each([
  'POST /contact',
  'POST /about',
  'PUT /nothing',
  'PATCH /',
  'DELETE /blog',
  'POST /contact.data',
  'POST //x/',
])('%s with a declared body of 600 MB is rejected before the body is sent', async (start) => {
  expect((await sendRaw(app.url, head(start, [FORM, `Content-Length: ${600 * KB * KB}`]))).status).toBe(413);
});

test('a chunked body without an end is rejected once it exceeds 150 kB', async () => {
  const chunk = `${(50 * KB + 1).toString(16)}\r\n${'x'.repeat(50 * KB + 1)}\r\n`;
  for (const start of ['POST /contact', 'PUT /about']) {
    const request = head(start, [FORM, 'Transfer-Encoding: chunked']) + chunk.repeat(3);
    expect((await sendRaw(app.url, request)).status).toBe(413);
  }
});

test('a complete body of 150 kB is answered with 413', async () => {
  expect((await postForm(`name=${'x'.repeat(150 * KB)}`)).status).toBe(413);
});

test.each([
  ['Latin letters', 'x', 1],
  ['Devanagari, each letter of which the form writes as nine', 'न', 3],
  ['quotation marks, which JSON writes as two', '"', 2],
])('the longest message of %s is accepted, and a longer one gets the form back', async (_, letter, bytes) => {
  const post = (message: string) =>
    postForm(
      new URLSearchParams({ name: 'A'.repeat(200), email: 'asha@mills.example', phone: '', message }).toString(),
    );
  const longest = letter.repeat(Math.floor(ENQUIRY_MESSAGE_MAX_BYTES / bytes));
  expect((await post(longest)).status).toBe(303);
  expect((await post(longest + letter)).status).toBe(400);
});

test('a chunked form within the limit is accepted', async () => {
  const body = 'name=Asha&email=asha%40mills.example&phone=&message=By+chunks';
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const answer = await sendRaw(app.url, head('POST /contact', [FORM, 'Transfer-Encoding: chunked']) + chunks);
  expect(answer.status).toBe(303);
});

test('a body that is not a form is answered with 400', async () => {
  const send = (type: string, body: string) =>
    sendRaw(app.url, head('POST /contact', [`Content-Type: ${type}`, `Content-Length: ${body.length}`]) + body);
  expect((await send('application/json', '{}')).status).toBe(400);
  expect((await send('multipart/form-data', 'x')).status).toBe(400);
  expect((await send('multipart/form-data; boundary=b', '--b\r\nx')).status).toBe(400);
});

test('a client over the rate limit gets 429 before its body is read', async () => {
  const address = '198.51.100.7';
  const statuses = new Set<number>();
  for (let sent = 0; sent < 100 && !statuses.has(429); sent += 1) {
    statuses.add((await postForm('name=', address)).status);
  }
  expect([...statuses]).toEqual([400, 429]);
  const answer = await sendRaw(app.url, head('POST /contact', [FORM, `Content-Length: ${90 * KB}`], address));
  expect(answer.status).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});
