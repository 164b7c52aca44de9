import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ACCOUNT_MESSAGES } from '#site/messages.ts';
import { toast } from '#site/ui/toast.ts';
import { readLinkArrival } from './link-arrival.ts';

/** Whether the address brought a link that no longer works; tells so once and cleans the address. */
export function useDeadLink(): boolean {
  const navigate = useNavigate();
  const [isDead, setDead] = useState(false);
  useEffect(() => {
    const { kind } = readLinkArrival(window.location.hash);
    if (kind !== 'expired' && kind !== 'failed') return;
    setDead(true);
    toast(kind === 'expired' ? ACCOUNT_MESSAGES.linkExpired : ACCOUNT_MESSAGES.linkFailed);
    void navigate({ hash: '' }, { replace: true });
  }, [navigate]);
  return isDead;
}
