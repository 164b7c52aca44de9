import { z } from 'zod';
import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { Endpoint } from '../../http/env.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { requireEmailAddress } from '../email-address.ts';
import { AuthError } from '../errors.ts';
import { forgetMailFlow } from '../mail-flows.ts';
import type { OneTimeTokenType } from '../one-time-tokens.ts';
import { makeOneTimeToken } from '../one-time-tokens.ts';
import { hashPassword, requireUsablePassword, withPasswordWork } from '../passwords.ts';
import { readAuthBody } from '../read-body.ts';
import { chooseRedirect } from '../redirect-to.ts';
import { userMetadata } from '../user-metadata.ts';
import { showUser } from '../user-view.ts';
import type { UserRow } from '../users.ts';
import { findUserByEmail } from '../users.ts';
import {
  type LinkRequest,
  prepareEmailChange,
  prepareInvite,
  prepareRecovery,
  prepareSignup,
} from './link-accounts.ts';

const Params = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  new_email: z.string().nullish(),
  password: z.string().nullish(),
  data: userMetadata.nullish(),
  redirect_to: z.string().nullish(),
});

type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change_current' | 'email_change_new';

/** The token that each link carries, and the `type` of its address, which `/verify` reads. */
const LINKS: Readonly<Record<LinkType, { token: OneTimeTokenType; verify: string }>> = {
  signup: { token: 'confirmation_token', verify: 'signup' },
  invite: { token: 'confirmation_token', verify: 'invite' },
  magiclink: { token: 'recovery_token', verify: 'magiclink' },
  recovery: { token: 'recovery_token', verify: 'recovery' },
  email_change_current: { token: 'email_change_token_current', verify: 'email_change' },
  email_change_new: { token: 'email_change_token_new', verify: 'email_change' },
};

/** POST /admin/generate_link: the link and the code that a mail would carry, for a mail of one's own. Sends none. */
export function generateLink(deps: AuthDeps): Endpoint {
  return async (c) => {
    const body = await readAuthBody(c, Params);
    const type = requireLinkType(body.type);
    const email = requireEmailAddress(body.email ?? '');
    const passwordHash = type === 'signup' ? await hashOf(deps, body.password) : null;
    const request = { email, data: body.data ?? {}, passwordHash, newEmail: body.new_email ?? '', now: deps.now() };
    const redirectTo = chooseRedirect({ siteUrl: deps.settings.siteUrl, allowList: deps.settings.redirectAllowList }, [
      body.redirect_to,
      c.req.query('redirect_to'),
      c.req.header('referer'),
    ]);
    return c.json(await asBackend(deps.database, (query) => makeLink(deps, query, type, request, redirectTo)));
  };
}

function requireLinkType(type: string | null | undefined): LinkType {
  if (type && Object.hasOwn(LINKS, type)) return type as LinkType;
  throw new AuthError('validation_failed', `Invalid email action link type requested: ${(type ?? '').slice(0, 40)}`);
}

async function hashOf({ settings }: AuthDeps, password: string | null | undefined): Promise<string> {
  if (!password) throw new AuthError('validation_failed', 'Signup requires a valid password');
  requireUsablePassword(password, settings.auth.passwordMinLength);
  return withPasswordWork('the service key', () => hashPassword(password));
}

async function makeLink(
  deps: AuthDeps,
  query: RunQuery,
  wanted: LinkType,
  request: LinkRequest,
  redirectTo: string,
): Promise<Record<string, unknown>> {
  const known = await findUserByEmail(query, request.email, true);
  // As in GoTrue: a magic link for an address without an account makes one.
  const type = wanted === 'magiclink' && !known ? 'signup' : wanted;
  const user = await prepareAccount(query, type, known, request);
  const to = type === 'email_change_new' ? (user.email_change ?? '') : (user.email ?? '');
  const { token: tokenType, verify } = LINKS[type];
  // The link continues no PKCE flow, also where an earlier mail began one.
  await forgetMailFlow(query, user.id, tokenType);
  const { otp, link } = await makeOneTimeToken(query, deps.keys, {
    userId: user.id,
    type: tokenType,
    email: to,
    now: deps.now(),
  });
  const address = new URL(`${deps.keys.issuer}/verify`);
  address.search = new URLSearchParams({ token: link, type: verify, redirect_to: redirectTo }).toString();
  return {
    ...(await showUser(query, user)),
    action_link: address.href,
    email_otp: otp,
    hashed_token: link,
    verification_type: type,
    redirect_to: redirectTo,
  };
}

function prepareAccount(
  query: RunQuery,
  type: LinkType,
  known: UserRow | null,
  request: LinkRequest,
): Promise<UserRow> {
  if (type === 'signup') return prepareSignup(query, known, request);
  if (type === 'invite') return prepareInvite(query, known, request);
  if (!known) throw new AuthError('account_of_email_not_found');
  if (type === 'email_change_current' || type === 'email_change_new') {
    return prepareEmailChange(query, known, request);
  }
  return prepareRecovery(query, known, request);
}
