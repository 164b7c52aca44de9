import { useEffect, useState } from 'react';
import { hasAdminRow, readStepRequired } from '#site/gateway/account.ts';
import { browserClient } from '#site/gateway/client.ts';
import { SENTENCES } from '#site/messages.ts';

type Lookup = { isAdmin: boolean; isMfaRequired: boolean };
type Finding = Lookup & { userId: string };

const NOBODY: Lookup = { isAdmin: false, isMfaRequired: false };

/**
 * Whether the user is an administrator, asked once for each user. A failed look-up counts as no (specification §8).
 * The finding names its user, so that one never holds for the next.
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
    if (await hasAdminRow(client, userId)) return { isAdmin: true, isMfaRequired: await readStepRequired(client) };
    console.info(SENTENCES.notAnAdmin);
  } catch (error) {
    console.info(SENTENCES.notAnAdmin, error);
  }
  return NOBODY;
}
