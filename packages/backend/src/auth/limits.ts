import { addressKey } from '../http/client-address.ts';
import type { OpenRateLimit, RateLimit } from '../http/rate-limit.ts';
import { RequestError } from '../http/errors.ts';
import { AuthError, type AuthErrorName } from './errors.ts';

export type AuthLimits = ReturnType<typeof createAuthLimits>;

const FIVE_MINUTES = 300;
const QUARTER_OF_AN_HOUR = 900;
const HOUR = 3600;

/** Rates of an address, of an account, or of both. The limits of protocol.md 1.5, and further ones against guessing and mail bombing. */
export const AUTH_RATES = {
  /** Requests of an address. */
  'sign-up': { points: 30, seconds: FIVE_MINUTES },
  'anonymous-sign-up': { points: 20, seconds: HOUR },
  token: { points: 150, seconds: FIVE_MINUTES },
  mail: { points: 30, seconds: FIVE_MINUTES },
  authorization: { points: 60, seconds: FIVE_MINUTES },
  verification: { points: 30, seconds: FIVE_MINUTES },
  /** Of an account. At any time three of a million codes are valid, so ten guesses succeed with a probability of 0.003 %. */
  mfa: { points: 10, seconds: QUARTER_OF_AN_HOUR, isReturnable: true },
  'recovery-code': { points: 10, seconds: QUARTER_OF_AN_HOUR, isReturnable: true },
  nonce: { points: 5, seconds: HOUR },
  /** Each may cost three bcrypt computations. */
  'password-change': { points: 10, seconds: QUARTER_OF_AN_HOUR },
} as const;

/** Rates of an account: from one address, from all unknown clients, and from each client that has signed in before. */
export const ACCOUNT_RATES = {
  'sign-in': { seconds: FIVE_MINUTES, address: 10, strangers: 50, known: 10 },
  mail: { seconds: HOUR, address: 5, strangers: 20, known: 10 },
  // Each guess is compared with two valid codes at most: an hour's twenty succeed with a probability of 0.004 %.
  code: { seconds: HOUR, address: 5, strangers: 20, known: 10 },
} as const;

/** Opens the rates above. */
export function createAuthLimits(openRate: OpenRateLimit) {
  const open = (name: keyof typeof AUTH_RATES): RateLimit => openRate(`auth/${name}`, AUTH_RATES[name]);
  const openAddress = (name: keyof typeof AUTH_RATES) => {
    const { take } = open(name);
    return (address: string) => take(addressKey(address));
  };
  const openAccount = (name: keyof typeof ACCOUNT_RATES) => createAccountLimit(openRate, name, ACCOUNT_RATES[name]);
  const mailsToAccount = openAccount('mail');
  const mfaAttempts = open('mfa');
  const recoveryCodes = open('recovery-code');

  return {
    requireSignUp: openAddress('sign-up'),
    requireAnonymousSignUp: openAddress('anonymous-sign-up'),
    requireToken: openAddress('token'),
    requireMail: openAddress('mail'),
    /** Counts what stores a row before anybody is known: sign-ins that begin at a provider, challenges for passkeys. */
    requireAuthorization: openAddress('authorization'),
    requireVerification: openAddress('verification'),
    /** Counts verifications by six-digit code. Links cannot be guessed and are not counted. */
    takeCode: openAccount('code'),
    /** Counts mails to an account; give the point back when nothing was sent. */
    takeMailTo: (client: AccountClient) => as('over_email_send_rate_limit', mailsToAccount(client)),
    /** Counted before the code is checked, so that concurrent guesses count. A correct code resets the counter. */
    requireMfa: mfaAttempts.take,
    forgetMfaAttempts: mfaAttempts.forget,
    requireRecoveryCode: (userId: string) => as('mfa_recovery_codes_locked', recoveryCodes.take(userId)),
    forgetRecoveryCodes: recoveryCodes.forget,
    /** Counts codes of GET /reauthenticate, before they are checked. */
    requireNonce: open('nonce').take,
    requirePasswordChange: open('password-change').take,
    /** Counts a sign-in as failed, before its password is checked. */
    takeSignIn: openAccount('sign-in'),
  };
}

/** The client of a request about an account. */
export type AccountClient = {
  /** The address of the account, whether or not there is one. */
  email: string;
  /** The client's IP address. */
  address: string;
  /** The hash of a client that has signed in to the account before (known-clients.ts), or null. */
  knownAs: string | null;
};

/** A point that was counted before the work, so that concurrent requests count. */
export type CountedPoint = {
  /** Returns the point: the work that it stands for was not done. */
  giveBack: () => Promise<void>;
  /** Returns the point, and all that this client alone has used: it has shown that it belongs to the account. */
  forget: () => Promise<void>;
};

type AccountRule = { seconds: number; address: number; strangers: number; known: number };

/**
 * Opens a limit of an account that one address cannot use up for others: points for an account and an address, more for
 * all unknown clients of the account together, and as many as `known` for each client that has signed in before, which
 * others do not use up. The returned function throws RequestError `too_many_requests`.
 */
function createAccountLimit(open: OpenRateLimit, name: string, { seconds, ...points }: AccountRule) {
  const rule = { seconds, isReturnable: true };
  const fromAddress = open(`auth/${name}-from`, { ...rule, points: points.address });
  const ofStrangers = open(`auth/${name}-of-strangers`, { ...rule, points: points.strangers });
  const ofKnownClient = open(`auth/${name}-of-known`, { ...rule, points: points.known });
  return async ({ email, address, knownAs }: AccountClient): Promise<CountedPoint> => {
    if (knownAs !== null) {
      await ofKnownClient.take(knownAs);
      return { giveBack: () => ofKnownClient.giveBack(knownAs), forget: () => ofKnownClient.forget(knownAs) };
    }
    const here = `${addressKey(address)} ${email}`;
    await fromAddress.take(here);
    await ofStrangers.take(email).catch(async (error: unknown) => {
      // Others used up the points: the work of this one is not done.
      await fromAddress.giveBack(here);
      throw error;
    });
    const end = async (own: Promise<void>) => {
      await own;
      await ofStrangers.giveBack(email);
    };
    return { giveBack: () => end(fromAddress.giveBack(here)), forget: () => end(fromAddress.forget(here)) };
  };
}

/** The result of `counting`; throws AuthError `name` in place of RequestError `too_many_requests` (protocol.md 1.5). */
async function as<T>(name: AuthErrorName, counting: Promise<T>): Promise<T> {
  try {
    return await counting;
  } catch (error) {
    throw error instanceof RequestError ? new AuthError(name) : error;
  }
}
