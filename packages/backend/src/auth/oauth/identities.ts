import type { RunQuery } from '../../database/connect.ts';
import type { ExternalUser } from './external-user.ts';

/** The account that has this identity, or null. */
export async function findIdentity(
  query: RunQuery,
  { provider, subject }: Pick<ExternalUser, 'provider' | 'subject'>,
): Promise<{ user_id: string } | null> {
  const { rows } = await query('select user_id from auth.identities where provider = $1 and provider_id = $2', [
    provider,
    subject,
  ]);
  return (rows[0] as { user_id: string } | undefined) ?? null;
}

/** Records a sign-in by this identity, and what the provider says now. */
export async function touchIdentity(query: RunQuery, external: ExternalUser, now: Date): Promise<void> {
  await query(
    `update auth.identities set identity_data = $3, last_sign_in_at = $4, updated_at = $4
     where provider = $1 and provider_id = $2`,
    [external.provider, external.subject, external.data, now.toISOString()],
  );
}
