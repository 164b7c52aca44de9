import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type ReceivedMail = {
  /** The first recipient of the envelope; the headers may differ. */
  to: string;
  from: string;
  replyTo: string | undefined;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** The parsed message with its headers. */
  parsed: Email;
};

/** A real SMTP server that can be stopped and restarted on the same port. */
export type MailBox = {
  url: string;
  /** Every completely received message, answered or not. */
  mails: () => ReceivedMail[];
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/** The reply to a complete message: `answer` accepts or rejects it, `hangUp` closes the connection. */
export type Reply = { answer: (error?: Error) => void; hangUp: () => void };

export type MailBoxOptions = Partial<Omit<SMTPServerOptions, 'onData'>> & {
  /** Decides the reply to a complete message. By default every message is accepted. */
  onMail?: (mail: ReceivedMail, reply: Reply) => void;
};

const CLOSE_WITHIN_MS = 100;

/** `options` change the behaviour of the server, e.g. `onRcptTo` to reject recipients. */
export async function openMailBox({ onMail = accept, ...options }: MailBoxOptions = {}): Promise<MailBox> {
  const received: ReceivedMail[] = [];
  let port = 0;
  let server: SMTPServer | null = null;

  const start = async (): Promise<void> => {
    const sockets = new Map<number | undefined, Socket>();
    const next = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      closeTimeout: CLOSE_WITHIN_MS,
      onData: (stream, session, done) => {
        const answer = (error?: Error): void => done(error ?? null);
        const hangUp = (): void => void sockets.get(session.remotePort)?.destroy();
        // A sender may disconnect in the middle of a message; then nothing was received.
        void receive(stream, session.envelope.rcptTo[0]?.address ?? '').then((mail) => {
          received.push(mail);
          onMail(mail, { answer, hangUp });
        }, done);
      },
      ...options,
    });
    next.on('error', () => {});
    next.server.on('connection', (socket) => sockets.set(socket.remotePort, socket));
    await new Promise<void>((resolve) => next.listen(port, '127.0.0.1', resolve));
    port = (next.server.address() as AddressInfo).port;
    server = next;
  };

  const stop = async (): Promise<void> => {
    const closing = server;
    server = null;
    if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()));
  };

  await start();
  return { url: `smtp://127.0.0.1:${port}`, mails: () => received, start, stop };
}

function accept(_mail: ReceivedMail, { answer }: Reply): void {
  answer();
}

async function receive(stream: NodeJS.ReadableStream, recipient: string): Promise<ReceivedMail> {
  const parsed = await readMail(await buffer(stream));
  return {
    to: recipient,
    from: parsed.from?.address ?? '',
    replyTo: parsed.replyTo?.[0]?.address,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    messageId: parsed.messageId ?? '',
    parsed,
  };
}

/** Parses a message in the format of SMTP and .eml files. */
export function readMail(message: Buffer): Promise<Email> {
  return PostalMime.parse(message);
}
