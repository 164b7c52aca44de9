import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import type { Client } from './test-app.ts';

export type Authenticator = {
  factorId: string;
  secret: string;
  /** A code that was not returned before; does not wait. Three codes are valid at once: the current one and one on each side. */
  nextCode: () => string;
};

/** Enrols an authenticator app for the signed-in user and verifies its first code, so that the session is at aal2. */
export async function setUpMfa(client: Client): Promise<Authenticator> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `App ${randomUUID()}` });
  if (error) throw error;
  const app = openAuthenticator(data.id, data.totp.secret);
  await verifyMfa(client, app);
  return app;
}

const STEP_MS = 30_000;
/** The code of the previous step is used only if the current step lasts longer than this; otherwise it could expire in transit. */
const MARGIN_MS = 10_000;

/** An authenticator with the secret. It begins with the code of the previous time step, so that three codes are valid at once. */
export function openAuthenticator(factorId: string, secret: string): Authenticator {
  const totp = new TOTP({ secret });
  let step = totp.counter() - 2;
  return {
    factorId,
    secret,
    nextCode: () => {
      const isPreviousSafe = STEP_MS - (Date.now() % STEP_MS) > MARGIN_MS;
      step = Math.max(step + 1, totp.counter() - (isPreviousSafe ? 1 : 0));
      return totp.generate({ timestamp: step * STEP_MS });
    },
  };
}

/** Verifies the authenticator's next code. Throws the error of the service. */
export async function verifyMfa(client: Client, { factorId, nextCode }: Authenticator): Promise<void> {
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: nextCode() });
  if (error) throw error;
}
