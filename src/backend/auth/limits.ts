import { addressKey } from '../http/client-address.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { RequestError } from '../http/errors.ts';
import type { AuthErrorName } from './errors.ts';
import { AuthError } from './errors.ts';

export type AuthLimits = ReturnType<typeof createAuthLimits>;

const FIVE_MINUTES = 300;
const QUARTER_OF_AN_HOUR = 900;
const HOUR = 3600;

/** The limits of protocol.md 1.5 per client address, and per account what guessing and mail bombing would need. */
export function createAuthLimits() {
  const signUps = createRateLimit({ points: 30, seconds: FIVE_MINUTES });
  const tokens = createRateLimit({ points: 150, seconds: FIVE_MINUTES });
  const mails = createRateLimit({ points: 30, seconds: FIVE_MINUTES });
  const verifications = createRateLimit({ points: 30, seconds: FIVE_MINUTES });
  const mailsToAccount = createRateLimit({ points: 10, seconds: HOUR });
  const signIns = createSignInLimits();
  const codesOfAccount = createRateLimit({ points: 10, seconds: HOUR });
  // Of a million codes three are right at any moment: ten guesses in a quarter of an hour lead nowhere.
  const mfaAttempts = createRateLimit({ points: 10, seconds: QUARTER_OF_AN_HOUR });
  const recoveryCodes = createRateLimit({ points: 10, seconds: QUARTER_OF_AN_HOUR });
  // Each may take three computations of bcrypt.
  const passwordChanges = createRateLimit({ points: 10, seconds: QUARTER_OF_AN_HOUR });

  return {
    requireSignUp: (address: string) => signUps.take(addressKey(address)),
    requireToken: (address: string) => tokens.take(addressKey(address)),
    requireMail: (address: string) => mails.take(addressKey(address)),
    requireVerification: (address: string) => verifications.take(addressKey(address)),
    /** Six-digit codes can be guessed; links cannot and are not counted. */
    requireCode: (email: string) => codesOfAccount.take(email),
    requireMailTo: (email: string) => takeAs('over_email_send_rate_limit', mailsToAccount, email),
    /** Counted before the code is looked at, so that guesses sent at once are counted too; a right one forgives. */
    requireMfa: (userId: string) => mfaAttempts.take(userId),
    forgetMfaAttempts: (userId: string) => mfaAttempts.forget(userId),
    requireRecoveryCode: (userId: string) => takeAs('mfa_recovery_codes_locked', recoveryCodes, userId),
    forgetRecoveryCodes: (userId: string) => recoveryCodes.forget(userId),
    requirePasswordChange: (userId: string) => passwordChanges.take(userId),
    takeSignIn: signIns.take,
  };
}

/** A sign-in that was counted as a wrong one before its password was checked. */
export type SignInAttempt = {
  /** The password was right: earlier slips from here are forgotten. */
  succeed: () => Promise<void>;
};

/**
 * Wrong passwords in five minutes. One address may fail a few times; strangers together more often, so that one address
 * cannot lock an account. Whoever has signed in to the account before has an allowance of their own, which the failures
 * of strangers do not use up.
 */
function createSignInLimits() {
  const fromAddress = createRateLimit({ points: 10, seconds: FIVE_MINUTES });
  const ofStrangers = createRateLimit({ points: 50, seconds: FIVE_MINUTES });
  const ofKnownClient = createRateLimit({ points: 10, seconds: FIVE_MINUTES });
  return {
    /**
     * Counts the attempt before any work, so that attempts sent at once are counted too. `knownAs` names a client that
     * the account knows. Throws RequestError `too_many_requests`.
     */
    take: async (email: string, address: string, knownAs: string | null): Promise<SignInAttempt> => {
      if (knownAs !== null) {
        await ofKnownClient.take(knownAs);
        return { succeed: () => ofKnownClient.forget(knownAs) };
      }
      const here = `${addressKey(address)} ${email}`;
      await fromAddress.take(here);
      await ofStrangers.take(email);
      return {
        succeed: async () => {
          await fromAddress.forget(here);
          await ofStrangers.giveBack(email);
        },
      };
    },
  };
}

/** Some limits are refused under a name of their own (protocol.md 1.5). */
async function takeAs(name: AuthErrorName, limit: RateLimit, key: string): Promise<void> {
  try {
    await limit.take(key);
  } catch (error) {
    throw error instanceof RequestError ? new AuthError(name) : error;
  }
}
