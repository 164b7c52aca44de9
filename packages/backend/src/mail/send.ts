import { asBackend } from '../database/as-caller.ts';
import { readText } from '../http/body.ts';
import { addressKey } from '../http/client-address.ts';
import type { Endpoint } from '../http/env.ts';
import type { BackendDeps } from '../deps.ts';
import { readSendRequest } from './read-send-request.ts';

/** EmailJS's limit of a request (protocol.md 5). */
export const SEND_MAX_BYTES = 50 * 1024;
/** More than the people of an office behind one address send, far less than a program would. */
export const SENDS_PER_ADDRESS = { points: 20, seconds: 10 * 60 };

/** POST /send: `OK` after the commit that puts the message into the outbox, once for each recipient. */
export function answerSend({ database, outbox, settings, openRateLimit }: BackendDeps): Endpoint {
  const limit = openRateLimit('mail/send', SENDS_PER_ADDRESS);
  return async (c) => {
    await limit.take(addressKey(c.env.clientAddress));
    const { emailjs, enquiriesTo } = settings.mail;
    const variables = readSendRequest(await readText(c, SEND_MAX_BYTES), emailjs);
    const mails = await Promise.all(
      enquiriesTo.map(async (to, index) => ({
        ...(await emailjs.compose(variables, to)),
        recipientNumber: index + 1,
      })),
    );
    await asBackend(database, async (query) => {
      for (const mail of mails) await outbox.enqueue(query, mail);
    });
    outbox.wake();
    return c.text('OK');
  };
}
