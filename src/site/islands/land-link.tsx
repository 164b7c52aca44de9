import { readSession } from '#site/gateway/account.ts';
import { browserClient } from '#site/gateway/client.ts';
import { type LinkArrival, readLinkArrival } from '#site/features/account/link-arrival.ts';
import { ACCOUNT_MESSAGES, MESSAGES } from '#site/messages.ts';
import { type ToastMessage, toast } from '#site/ui/toast.ts';
import { showToasts } from './show-toasts.tsx';

/**
 * Handles the links of account mails on the home page: signs the person in, or shows what to do about an expired link.
 * A link to set a password is handed to the page with that form, by a document load, so that the client reads the tokens there.
 */
export async function landLink(): Promise<void> {
  const { pathname, search, hash } = window.location;
  const arrival = readLinkArrival(hash);
  if (arrival.kind === 'none') return;
  if (arrival.kind === 'recovery') {
    window.location.replace(`/auth${hash}`);
    return;
  }
  const message = await land(arrival);
  showToasts();
  toast(message);
  window.history.replaceState(null, '', pathname + search);
}

async function land(arrival: LinkArrival): Promise<ToastMessage> {
  if (arrival.kind === 'expired') return ACCOUNT_MESSAGES.linkExpired;
  if (arrival.kind === 'failed') {
    console.warn('A link of an account message failed:', arrival.reason);
    return ACCOUNT_MESSAGES.linkFailed;
  }
  try {
    if (await readSession(await browserClient())) {
      return arrival.kind === 'confirmed' ? ACCOUNT_MESSAGES.addressConfirmed : MESSAGES.signedIn;
    }
  } catch (error) {
    console.error('The session of a link could not be read:', error);
  }
  return ACCOUNT_MESSAGES.linkFailed;
}
