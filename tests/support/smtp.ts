import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type ReceivedMail = {
  to: string;
  from: string;
  replyTo: string | undefined;
  subject: string;
  text: string;
  html: string;
  messageId: string;
};

/** A real SMTP server on a port of its own that can be stopped and started again on the same one. */
export type MailBox = {
  url: string;
  mails: () => ReceivedMail[];
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/** `options` change what the server does, e.g. `onRcptTo` to refuse recipients. */
export async function openMailBox(options: Partial<SMTPServerOptions> = {}): Promise<MailBox> {
  const received: ReceivedMail[] = [];
  let port = 0;
  let server: SMTPServer | null = null;

  const start = async (): Promise<void> => {
    const next = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, session, done) => {
        // A sender may break off in the middle; nothing was received then.
        void receive(stream, session.envelope.rcptTo[0]?.address ?? '').then((mail) => {
          received.push(mail);
          done();
        }, done);
      },
      ...options,
    });
    next.on('error', () => {});
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

async function receive(stream: NodeJS.ReadableStream, recipient: string): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(await collect(stream));
  return {
    to: recipient,
    from: mail.from?.address ?? '',
    replyTo: mail.replyTo?.[0]?.address,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    messageId: mail.messageId ?? '',
  };
}

async function collect(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
