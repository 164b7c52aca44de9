import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type ReceivedMail = {
  /** Who the envelope names first; the headers may say otherwise. */
  to: string;
  from: string;
  replyTo: string | undefined;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** Everything that the message says, headers included. */
  parsed: Email;
};

/** A real SMTP server on a port of its own that can be stopped and started again on the same one. */
export type MailBox = {
  url: string;
  /** Every message that came in whole, answered or not. */
  mails: () => ReceivedMail[];
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/** What the sender is told of a whole message: `answer` accepts or refuses it, `hangUp` breaks the connection. */
export type Reply = { answer: (error?: Error) => void; hangUp: () => void };

export type MailBoxOptions = Partial<Omit<SMTPServerOptions, 'onData'>> & {
  /** Decides what follows a whole message. Every message is accepted unless this is given. */
  onMail?: (mail: ReceivedMail, reply: Reply) => void;
};

const CLOSE_WITHIN_MS = 100;

/** `options` change what the server does, e.g. `onRcptTo` to refuse recipients. */
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
        // A sender may break off in the middle; nothing was received then.
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
  const parsed = await readMail(await collect(stream));
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

/** Reads a message as it goes over the wire or lies in an .eml file. */
export function readMail(message: Buffer): Promise<Email> {
  return PostalMime.parse(message);
}

async function collect(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
