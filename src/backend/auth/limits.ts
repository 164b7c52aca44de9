import { addressKey } from '../http/client-address.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { RequestFault } from '../http/faults.ts';
import { AuthFault } from './errors.ts';

export type AuthLimits = ReturnType<typeof createAuthLimits>;

const FIVE_MINUTES = 300;
const HOUR = 3600;

/** The limits of wire.md 1.5 per client address, and per account what guessing and mail bombing would need. */
export function createAuthLimits() {
  const signUps = createRateLimit({ points: 30, seconds: FIVE_MINUTES });
  const tokens = createRateLimit({ points: 150, seconds: FIVE_MINUTES });
  const mails = createRateLimit({ points: 30, seconds: FIVE_MINUTES });
  const verifications = createRateLimit({ points: 30, seconds: FIVE_MINUTES });
  const mailsToAccount = createRateLimit({ points: 10, seconds: HOUR });
  // One address may fail a few times; the account as a whole more often, so that one address cannot lock it.
  const failuresFromAddress = createRateLimit({ points: 10, seconds: FIVE_MINUTES });
  const failuresOfAccount = createRateLimit({ points: 50, seconds: FIVE_MINUTES });
  const codesOfAccount = createRateLimit({ points: 10, seconds: HOUR });

  return {
    requireSignUp: (address: string) => signUps.take(addressKey(address)),
    requireToken: (address: string) => tokens.take(addressKey(address)),
    requireMail: (address: string) => mails.take(addressKey(address)),
    requireVerification: (address: string) => verifications.take(addressKey(address)),
    /** Six-digit codes can be guessed; links cannot and are not counted. */
    requireCode: (email: string) => codesOfAccount.take(email),
    requireMailTo: (email: string) => takeAsMail(mailsToAccount, email),
    requireFewFailures: async (email: string, address: string) => {
      await failuresFromAddress.check(`${addressKey(address)} ${email}`);
      await failuresOfAccount.check(email);
    },
    noteFailure: async (email: string, address: string) => {
      await Promise.allSettled([
        failuresFromAddress.take(`${addressKey(address)} ${email}`),
        failuresOfAccount.take(email),
      ]);
    },
    forgetFailures: (email: string, address: string) => failuresFromAddress.forget(`${addressKey(address)} ${email}`),
  };
}

/** What concerns mail is refused under mail's own code (wire.md 1.5). */
async function takeAsMail(limit: RateLimit, email: string): Promise<void> {
  try {
    await limit.take(email);
  } catch (error) {
    throw error instanceof RequestFault ? new AuthFault('over_email_send_rate_limit') : error;
  }
}
