import { useEffect, useState } from 'react';
import { hasAdminRow } from '../../gateway/account.ts';
import { browserClient } from '../../gateway/client.ts';
import { SENTENCES } from '../../messages.ts';

type Finding = { userId: string; isAdmin: boolean };

/**
 * Whether the user is an administrator, asked once for each user. A failed look-up counts as no (specification §8).
 * The finding names its user, so that one never holds for the next.
 */
export function useAdminLookup(userId: string | undefined): { isAdmin: boolean; isAdminKnown: boolean } {
  const [finding, setFinding] = useState<Finding | null>(null);

  useEffect(() => {
    if (!userId) return;
    let isCurrent = true;
    void findAdmin(userId).then((isAdmin) => isCurrent && setFinding({ userId, isAdmin }));
    return () => {
      isCurrent = false;
    };
  }, [userId]);

  const isAdminKnown = finding?.userId === userId;
  return { isAdmin: Boolean(userId) && isAdminKnown && finding?.isAdmin === true, isAdminKnown };
}

async function findAdmin(userId: string): Promise<boolean> {
  try {
    if (await hasAdminRow(await browserClient(), userId)) return true;
    console.info(SENTENCES.notAnAdmin);
  } catch (error) {
    console.info(SENTENCES.notAnAdmin, error);
  }
  return false;
}
