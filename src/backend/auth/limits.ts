import { addressKey } from '../http/client-address.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { RequestFault } from '../http/faults.ts';
import type { AuthFaultName } from './errors.ts';
import { AuthFault } from './errors.ts';

export type AuthLimits = ReturnType<typeof createAuthLimits>;

const FIVE_MINUTES = 300;
const QUARTER_OF_AN_HOUR = 900;
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
  // Of a million codes three are right at any moment: ten guesses in a quarter of an hour lead nowhere.
  const secondSteps = createRateLimit({ points: 10, seconds: QUARTER_OF_AN_HOUR });
  const recoveryCodes = createRateLimit({ points: 10, seconds: QUARTER_OF_AN_HOUR });

  return {
    requireSignUp: (address: string) => signUps.take(addressKey(address)),
    requireToken: (address: string) => tokens.take(addressKey(address)),
    requireMail: (address: string) => mails.take(addressKey(address)),
    requireVerification: (address: string) => verifications.take(addressKey(address)),
    /** Six-digit codes can be guessed; links cannot and are not counted. */
    requireCode: (email: string) => codesOfAccount.take(email),
    requireMailTo: (email: string) => takeAs('over_email_send_rate_limit', mailsToAccount, email),
    /** Counted before the code is looked at, so that guesses sent at once are counted too; a right one forgives. */
    requireSecondStep: (userId: string) => secondSteps.take(userId),
    forgetSecondSteps: (userId: string) => secondSteps.forget(userId),
    requireRecoveryCode: (userId: string) => takeAs('mfa_recovery_codes_locked', recoveryCodes, userId),
    forgetRecoveryCodes: (userId: string) => recoveryCodes.forget(userId),
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

/** Some limits are refused under a name of their own (wire.md 1.5). */
async function takeAs(name: AuthFaultName, limit: RateLimit, key: string): Promise<void> {
  try {
    await limit.take(key);
  } catch (error) {
    throw error instanceof RequestFault ? new AuthFault(name) : error;
  }
}
