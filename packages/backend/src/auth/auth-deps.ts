import type { Context } from 'hono';
import type { z } from 'zod';
import { asBackend } from '../database/as-caller.ts';
import type { RunQuery } from '../database/connect.ts';
import type { BackendDeps } from '../deps.ts';
import type { BackendContext } from '../http/env.ts';
import type { AuthLimits } from './limits.ts';
import type { AccountMails } from './mail-links/account-mails.ts';
import type { FindProvider, OidcProvider } from './providers/providers.ts';
import type { ClientInfo } from './sessions/sessions.ts';
import type { Chain } from './web3/token-web3.ts';
import { parseJson, readJson, readText } from '../http/body.ts';
import { AuthError } from './errors.ts';

/** The dependencies of the endpoints of this service. */
export type AuthDeps = BackendDeps & {
  limits: AuthLimits;
  mails: AccountMails;
  findProvider: FindProvider;
};

/** The dependencies in a transaction of the role `backend`, whose statements `query` runs. */
export type AuthTx = AuthDeps & { query: RunQuery };

/** Runs `work` in a transaction. Commits, rolls back and throws as `asBackend` does. */
export function inAuthTransaction<T>(deps: AuthDeps, work: (tx: AuthTx) => Promise<T>): Promise<T> {
  return asBackend(deps.database, (query) => work({ ...deps, query }));
}

/** Longer than the User-Agent of any browser. */
const USER_AGENT_LENGTH = 400;

/** The address and the User-Agent of the client, the latter cut to USER_AGENT_LENGTH characters. */
export function clientInfo(c: BackendContext): ClientInfo {
  const userAgent = c.req.header('user-agent')?.slice(0, USER_AGENT_LENGTH) ?? null;
  return { address: c.env?.clientAddress ?? 'unknown', userAgent };
}

/** What the operator switches on or off in the auth service. What lets strangers do more is off by default. */
export type AuthSettings = {
  /** Whether anybody gets an account without an address. */
  anonymousSignIns: boolean;
  /** Whether a new password needs a mailed code when the session is older than a day. */
  securePasswordChange: boolean;
  /** Whether signed-in people add and remove ways to sign in. */
  manualLinking: boolean;
  /** Whether links and codes that sign in are mailed (POST /otp, POST /magiclink). */
  emailLinks: boolean;
  passwordMinLength: number;
  /** The OpenID Connect providers that people may sign in with. */
  providers: readonly OidcProvider[];
  /** The chains whose wallets may sign in. */
  web3: readonly Chain[];
};

/**
 * Reads and validates the JSON body. Throws RequestError `bad_json` or `body_too_large`, and AuthError
 * `validation_failed` naming the first invalid field.
 */
export async function readAuthBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  return checkBody(await readJson(c), schema);
}

/** The same; a missing body counts as an empty object. */
export async function readOptionalBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  const text = await readText(c);
  return checkBody(text.trim() === '' ? {} : parseJson(text), schema);
}

function checkBody<T>(body: unknown, schema: z.ZodType<T>): T {
  if (hasUnstorableText(body)) {
    throw new AuthError('validation_failed', 'Text must be valid Unicode without NUL characters');
  }
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  const issue = error.issues[0];
  const where = issue?.path.length ? `${issue.path.join('.')}: ` : 'Request body: ';
  throw new AuthError('validation_failed', `${where}${issue?.message ?? 'invalid'}`);
}

/** PostgreSQL's text holds neither NUL nor lone surrogates. `parseJson` limits the depth of the value. */
function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => hasUnstorableText(name) || hasUnstorableText(inner));
}
