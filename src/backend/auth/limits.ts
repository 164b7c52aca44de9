import { LONGEST_LIMIT_MINUTES } from '#contract/retention.ts';
import { addressKey } from '../http/client-address.ts';
import type { OpenRateLimit, RateLimit } from '../http/rate-limit.ts';
import { RequestError } from '../http/errors.ts';
import type { AuthErrorName } from './errors.ts';
import { AuthError } from './errors.ts';

export type AuthLimits = ReturnType<typeof createAuthLimits>;

const FIVE_MINUTES = 300;
const QUARTER_OF_AN_HOUR = 900;
const HOUR = LONGEST_LIMIT_MINUTES * 60;

/**
 * The rate limits of protocol.md 1.5 per client address, and further ones per account against guessing and mail
 * bombing.
 */
export function createAuthLimits(open: OpenRateLimit) {
  const signUps = open('auth/sign-up', { points: 30, seconds: FIVE_MINUTES });
  const anonymousSignUps = open('auth/anonymous-sign-up', { points: 20, seconds: HOUR });
  const tokens = open('auth/token', { points: 150, seconds: FIVE_MINUTES });
  const mails = open('auth/mail', { points: 30, seconds: FIVE_MINUTES });
  const authorizations = open('auth/authorization', { points: 60, seconds: FIVE_MINUTES });
  const verifications = open('auth/verification', { points: 30, seconds: FIVE_MINUTES });
  const mailsToAccount = open('auth/mail-to', { points: 10, seconds: HOUR });
  const signIns = createSignInLimits(open);
  const codesOfAccount = open('auth/code', { points: 10, seconds: HOUR });
  // At any time three of a million codes are valid, so ten guesses succeed with a probability of 0.003 %.
  const mfaAttempts = open('auth/mfa', { points: 10, seconds: QUARTER_OF_AN_HOUR, isReset: true });
  const recoveryCodes = open('auth/recovery-code', { points: 10, seconds: QUARTER_OF_AN_HOUR, isReset: true });
  const nonces = open('auth/nonce', { points: 5, seconds: HOUR });
  // Each may cost three bcrypt computations.
  const passwordChanges = open('auth/password-change', { points: 10, seconds: QUARTER_OF_AN_HOUR });

  return {
    requireSignUp: (address: string) => signUps.take(addressKey(address)),
    requireAnonymousSignUp: (address: string) => anonymousSignUps.take(addressKey(address)),
    requireToken: (address: string) => tokens.take(addressKey(address)),
    requireMail: (address: string) => mails.take(addressKey(address)),
    /** Counts sign-ins that begin at a provider: each stores a row, and needs no key. */
    requireAuthorization: (address: string) => authorizations.take(addressKey(address)),
    requireVerification: (address: string) => verifications.take(addressKey(address)),
    /** Counts verifications by six-digit code. Links cannot be guessed and are not counted. */
    requireCode: (email: string) => codesOfAccount.take(email),
    requireMailTo: (email: string) => takeAs('over_email_send_rate_limit', mailsToAccount, email),
    /** Counted before the code is checked, so that concurrent guesses count. A correct code resets the counter. */
    requireMfa: (userId: string) => mfaAttempts.take(userId),
    forgetMfaAttempts: (userId: string) => mfaAttempts.forget(userId),
    requireRecoveryCode: (userId: string) => takeAs('mfa_recovery_codes_locked', recoveryCodes, userId),
    forgetRecoveryCodes: (userId: string) => recoveryCodes.forget(userId),
    /** Counts codes of GET /reauthenticate, before they are checked. */
    requireNonce: (userId: string) => nonces.take(userId),
    requirePasswordChange: (userId: string) => passwordChanges.take(userId),
    takeSignIn: signIns.take,
  };
}

/** A sign-in attempt that was counted as failed before its password was checked. */
export type SignInAttempt = {
  /** Call it for a correct password: it resets the counters of this client. */
  succeed: () => Promise<void>;
};

/**
 * Limits wrong passwords per five minutes: 10 per account and address, and 50 per account from unknown clients, so that
 * one address cannot lock an account. A client that has signed in to the account before has its own counter, which
 * attempts of others do not use up.
 */
function createSignInLimits(open: OpenRateLimit) {
  const fromAddress = open('auth/sign-in-from', { points: 10, seconds: FIVE_MINUTES, isReset: true });
  const ofStrangers = open('auth/sign-in-of-strangers', { points: 50, seconds: FIVE_MINUTES, isReset: true });
  const ofKnownClient = open('auth/sign-in-of-known', { points: 10, seconds: FIVE_MINUTES, isReset: true });
  return {
    /**
     * Counts the attempt before any work, so that concurrent attempts count. `knownAs` is the hash of a known client,
     * or null. Throws RequestError `too_many_requests`.
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

/** Counts against the limit; throws AuthError `name` in place of RequestError `too_many_requests` (protocol.md 1.5). */
async function takeAs(name: AuthErrorName, limit: RateLimit, key: string): Promise<void> {
  try {
    await limit.take(key);
  } catch (error) {
    throw error instanceof RequestError ? new AuthError(name) : error;
  }
}
