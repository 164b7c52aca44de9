import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import type { Client } from './test-app.ts';

export type Authenticator = {
  factorId: string;
  secret: string;
  /** A code that has not been given out before; waits for none. Three codes are good at once (one step to either side). */
  nextCode: () => string;
};

/** Sets up an authenticator app for the signed-in person and answers with its first code: her session is at aal2 then. */
export async function setUpMfa(client: Client): Promise<Authenticator> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `App ${randomUUID()}` });
  if (error) throw error;
  const app = openAuthenticator(data.id, data.totp.secret);
  await verifyMfa(client, app);
  return app;
}

/** An app that has read the secret: its clock goes a step behind, so that there are three codes before time goes on. */
export function openAuthenticator(factorId: string, secret: string): Authenticator {
  const totp = new TOTP({ secret });
  let step = totp.counter() - 2;
  return {
    factorId,
    secret,
    nextCode: () => {
      step = Math.max(step + 1, totp.counter() - 1);
      return totp.generate({ timestamp: step * 30_000 });
    },
  };
}

/** Throws what the service answers to the app's next code. */
export async function verifyMfa(client: Client, { factorId, nextCode }: Authenticator): Promise<void> {
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: nextCode() });
  if (error) throw error;
}
