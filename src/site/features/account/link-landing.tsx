import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { readSession } from '#site/gateway/account.ts';
import { browserClient } from '#site/gateway/client.ts';
import { ACCOUNT_MESSAGES } from '#site/messages.ts';
import { type ToastMessage, toast } from '#site/ui/toast.ts';
import { type LinkArrival, readLinkArrival } from './link-arrival.ts';

/**
 * Handles the links of account mails on the home page: signs the person in, or shows what to do about an expired link.
 * Loads the auth client only where the URL has such a link. Renders nothing.
 */
export function LinkLanding() {
  const navigate = useNavigate();
  const isDone = useRef(false);

  useEffect(() => {
    const { hash } = window.location;
    const arrival = readLinkArrival(hash);
    if (arrival.kind === 'none' || isDone.current) return;
    isDone.current = true;
    if (arrival.kind === 'recovery') {
      // A document load, so that the client reads the tokens on the page with the new-password form.
      window.location.replace(`/auth${hash}`);
      return;
    }
    void land(arrival)
      .then(toast)
      .then(() => navigate({ hash: '' }, { replace: true, preventScrollReset: true }));
  }, [navigate]);

  return null;
}

async function land(arrival: LinkArrival): Promise<ToastMessage> {
  if (arrival.kind === 'expired') return ACCOUNT_MESSAGES.linkExpired;
  if (arrival.kind === 'failed') {
    console.warn('A link of an account message failed:', arrival.reason);
    return ACCOUNT_MESSAGES.linkFailed;
  }
  try {
    if (await readSession(await browserClient())) {
      return arrival.kind === 'confirmed' ? ACCOUNT_MESSAGES.addressConfirmed : ACCOUNT_MESSAGES.signedInByLink;
    }
  } catch (error) {
    console.error('The session of a link could not be read:', error);
  }
  return ACCOUNT_MESSAGES.linkFailed;
}
