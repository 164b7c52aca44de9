import { useEffect, useState } from 'react';
import { hasAdminRow, readMfaRequired } from '#site/gateway/account.ts';
import { browserClient } from '#site/gateway/client.ts';
import { SENTENCES } from '#site/messages.ts';

type Lookup = { isAdmin: boolean; isMfaRequired: boolean };
type Finding = Lookup & { userId: string };

const NOBODY: Lookup = { isAdmin: false, isMfaRequired: false };

/**
 * Whether the user is an administrator, read once for each user. An error counts as no (specification §8). The result
 * has its user's id, so that it is never used for another user.
 */
export function useAdminLookup(userId: string | undefined): Lookup & { isAdminKnown: boolean } {
  const [finding, setFinding] = useState<Finding | null>(null);

  useEffect(() => {
    if (!userId) return;
    let isCurrent = true;
    void findAdmin(userId).then((found) => isCurrent && setFinding({ userId, ...found }));
    return () => {
      isCurrent = false;
    };
  }, [userId]);

  const isAdminKnown = finding?.userId === userId;
  const { isAdmin, isMfaRequired } = userId && finding && isAdminKnown ? finding : NOBODY;
  return { isAdmin, isMfaRequired, isAdminKnown };
}

async function findAdmin(userId: string): Promise<Lookup> {
  try {
    const client = await browserClient();
    if (await hasAdminRow(client, userId)) return { isAdmin: true, isMfaRequired: await readMfaRequired(client) };
    console.info(SENTENCES.notAnAdmin);
  } catch (error) {
    console.info(SENTENCES.notAnAdmin, error);
  }
  return NOBODY;
}
