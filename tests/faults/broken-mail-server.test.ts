import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomAddress } from '../support/random-address.ts';
import { sendTestEnquiry } from '../support/send-enquiry.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

/** How a mail server answers a line of the sender; null closes the connection without an answer. */
type Answers = (line: string) => string | null;

/** The answers of a working server until DATA is over. */
function answer(line: string): string {
  if (line === 'greeting') return '220 mail.example ESMTP';
  if (/^(EHLO|HELO)/.test(line)) return '250 mail.example';
  if (line === 'DATA') return '354 Go on';
  return line.startsWith('QUIT') ? '221 Bye' : '250 Ok';
}

const except = (pattern: RegExp, other: string | null): Answers => {
  return (line) => (pattern.test(line) ? other : answer(line));
};

const ERRORS: Record<string, Answers> = {
  'closes each connection at once': () => null,
  'is too busy to greet': except(/^greeting$/, '421 Too busy, try later'),
  'speaks another protocol': except(/^greeting$/, 'HTTP/1.1 400 Bad Request'),
  'closes after the sender': except(/^MAIL FROM/, null),
  'rejects all recipients for now': except(/^RCPT TO/, '450 Mailbox busy'),
  'rejects DATA for now': except(/^DATA$/, '451 Try later'),
  'closes in the middle of the message': except(/^Subject:/, null),
  'rejects the message for now': except(/^\.$/, '452 Insufficient storage'),
};

let answers: Answers = answer;
/** The messages that the server accepted. */
const accepted: string[] = [];
let server: Server;
let app: TestApp;

beforeAll(async () => {
  server = createServer(converse);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  app = await startTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
});
afterAll(async () => {
  await app?.stop();
  server?.close();
});

/** Answers line by line, and the lines of a message only at its end or where `answers` closes the connection. */
function converse(socket: Socket): void {
  let isInMessage = false;
  let message = '';
  let rest = '';
  const reply = (line: string): void => {
    const text = answers(line);
    if (text === null) return void socket.destroy();
    if (line === 'DATA') isInMessage = text.startsWith('354');
    if (!isInMessage || line === 'DATA' || line === '.') socket.write(`${text}\r\n`);
    if (isInMessage) message += `${line}\n`;
    if (line !== '.') return;
    if (text.startsWith('250')) accepted.push(message);
    [isInMessage, message] = [false, ''];
  };
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (!socket.destroyed) reply(line);
  });
  reply('greeting');
}

const outcomes = (message: string) =>
  app.query(
    `select id, attempts, last_error, given_up_at, refused_at, unanswered_sends from mail.outbox
     where text_body like $1 and last_error is not null and claimed_until is null`,
    [`%${message}%`],
  );

test.each(Object.entries(ERRORS))(
  'an enquiry to a mail server that %s is accepted, kept, and delivered once when it works again',
  async (name, broken) => {
    answers = broken;
    const message = `Sent while it ${name}`;
    expect(await sendTestEnquiry(app, message, randomAddress())).toBe(200);
    const [row] = await waitFor(async () => {
      const rows = await outcomes(message);
      return rows.length === 1 && rows;
    });
    expect(row).toMatchObject({ given_up_at: null, refused_at: null });
    expect((await fetch(`${app.url}/contact`)).status).toBe(200);

    answers = answer;
    await app.query('update mail.outbox set next_attempt_at = created_at where delivered_at is null');
    await sendTestEnquiry(app, 'Wakes the delivery', randomAddress());
    await waitFor(async () => (await app.query('select from mail.outbox where delivered_at is null')).length === 0);
    expect(accepted.filter((text) => text.includes(String(row?.['id'])))).toHaveLength(1);
  },
);
