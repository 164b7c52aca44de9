import { z } from 'zod';
import { requireEmailAddress } from '../accounts/email-address.ts';
import { hashPassword, requireUsablePassword, withPasswordWork } from '../accounts/passwords.ts';
import { type Metadata, userMetadata, UUID } from '../accounts/users.ts';
import { AuthError } from '../errors.ts';

/** The attributes of an account that the service key may set (auth-js, AdminUserAttributes). */
export const AdminUser = z.object({
  id: z.string().nullish(),
  role: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  password_hash: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: userMetadata.nullish(),
  app_metadata: userMetadata.nullish(),
  ban_duration: z.string().nullish(),
});

/** Checks the attributes and hashes the password. Throws AuthError `validation_failed`, `weak_password`. */
export async function checkAdminUser(body: z.infer<typeof AdminUser>, passwordMinLength: number) {
  const { id, role, email, phone, ban_duration: ban, app_metadata: appData } = body;
  if (id && !UUID.test(id)) throw new AuthError('validation_failed', 'ID must conform to the uuid v4 format');
  return {
    id: id?.toLowerCase() || null,
    role: role ? requireRole(role) : null,
    email: email ? requireEmailAddress(email) : null,
    phone: phone ? requirePhone(phone) : null,
    passwordHash: await passwordHashOf(body, passwordMinLength),
    confirmsEmail: body.email_confirm === true,
    confirmsPhone: body.phone_confirm === true,
    userData: body.user_metadata ?? null,
    appData: appData ? withoutComputed(appData) : null,
    /** Milliseconds; null ends a ban, undefined leaves it. */
    banMs: ban ? parseBanDuration(ban) : undefined,
  };
}

/** What a request says; null where it says nothing. */
export type AdminUserParams = Awaited<ReturnType<typeof checkAdminUser>>;

/**
 * A role that bypasses row-level security is not for accounts: neither a ban nor a sign-out would end the power of a
 * token that has it.
 */
const RESERVED_ROLES = new Set(['service_role', 'supabase_admin', 'supabase_auth_admin', 'postgres', 'backend']);

function requireRole(role: string): string {
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(role) && !RESERVED_ROLES.has(role)) return role;
  throw new AuthError('validation_failed', `The role ${JSON.stringify(role.slice(0, 63))} is not for accounts`);
}

/** E.164, stored without the plus sign as in GoTrue. */
function requirePhone(text: string): string {
  const digits = text.startsWith('+') ? text.slice(1) : text;
  if (!/^[1-9]\d{1,14}$/.test(digits)) {
    throw new AuthError('validation_failed', 'Invalid phone number format (E.164 required)');
  }
  return digits;
}

/** `needs_password` is computed when a user is shown; a client that sends the metadata back must not store it. */
function withoutComputed(appData: Metadata): Metadata {
  return Object.fromEntries(Object.entries(appData).filter(([name]) => name !== 'needs_password'));
}

/** All requests with the service key are one requester of password work. */
const REQUESTER = 'the service key';

async function passwordHashOf(body: z.infer<typeof AdminUser>, minLength: number): Promise<string | null> {
  const { password, password_hash: hash } = body;
  if (password != null && hash) {
    throw new AuthError('validation_failed', 'Only a password or a password hash should be provided');
  }
  if (hash) return requireBcrypt(hash);
  if (!password) return null;
  requireUsablePassword(password, minLength);
  return withPasswordWork(REQUESTER, () => hashPassword(password));
}

/** A higher cost would let each sign-in of this account take seconds of processor time. */
const MAX_COST = 14;

function requireBcrypt(hash: string): string {
  const cost = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash)?.[1];
  if (cost !== undefined && Number(cost) >= 4 && Number(cost) <= MAX_COST) return hash;
  throw new AuthError('validation_failed', `The password hash must be bcrypt, of a cost up to ${MAX_COST}`);
}

/** Milliseconds of the units of Go's durations. */
const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
/** The longest duration of Go, 292 years. */
const MAX_MS = 2 ** 63 / 1e6;
/** No duration of Go needs more. */
const MAX_CHARACTERS = 100;

/**
 * Milliseconds of a duration in Go's form, such as `24h` or `1h30m`; null for `none`, which ends a ban. Throws AuthError
 * `validation_failed`.
 */
export function parseBanDuration(text: string): number | null {
  if (text === 'none') return null;
  let rest = text.length > MAX_CHARACTERS ? '' : text;
  let total = 0;
  do {
    const part = /^(\d+(?:\.\d+)?)(ns|us|µs|μs|ms|s|m|h)/.exec(rest);
    if (!part) throw new AuthError('validation_failed', `invalid format for ban duration: ${text.slice(0, 40)}`);
    total += Number(part[1]) * (UNITS[part[2] ?? ''] ?? 0);
    rest = rest.slice(part[0].length);
  } while (rest !== '');
  if (total > MAX_MS) throw new AuthError('validation_failed', 'invalid format for ban duration: too long');
  return total;
}
