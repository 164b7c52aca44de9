import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { account } from '#site/content/account.ts';
import { browserClient } from '#site/gateway/client.ts';
import {
  type SignInProvider,
  UNKNOWN_OPTIONS,
  readSignInOptions,
  signInAtProvider,
} from '#site/gateway/sign-in-options.ts';
import { ACCOUNT_MESSAGES } from '#site/messages.ts';
import { Button } from '#site/ui/button.tsx';
import { toast } from '#site/ui/toast.ts';
import { afterSignIn, signInReturn } from './return-address.ts';

const words = account.otherWays;

/** Sign-in without a password: a mailed link, and the providers that the service is configured for. */
export function OtherWays({ onEmailLink }: { onEmailLink: () => void }) {
  const { isEmailLinkOffered, providers } = useSignInOptions();
  const { state, search } = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  if (!isEmailLinkOffered && providers.length === 0) return null;
  const leaveFor = async (provider: SignInProvider): Promise<void> => {
    if (isLeaving) return;
    setLeaving(true);
    if (await leave(provider, signInReturn('provider', afterSignIn(state, search)))) return;
    setLeaving(false);
    toast(ACCOUNT_MESSAGES.providerFailed);
  };
  return (
    <section className="other-ways" aria-labelledby="other-ways">
      <h2 id="other-ways" className="other-ways__heading">
        {words.heading}
      </h2>
      <div className="other-ways__buttons">
        {isEmailLinkOffered && (
          <Button variant="line" onClick={onEmailLink}>
            {words.emailLink}
          </Button>
        )}
        {providers.map((provider) => (
          <Button key={provider} variant="line" aria-disabled={isLeaving} onClick={() => void leaveFor(provider)}>
            {words.providers[provider]}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** Whether the browser is on its way to the provider. */
async function leave(provider: SignInProvider, returnTo: string): Promise<boolean> {
  try {
    const { error } = await signInAtProvider(await browserClient(), provider, returnTo);
    return error === null;
  } catch (error) {
    console.error(error);
    return false;
  }
}

function useSignInOptions() {
  const [options, setOptions] = useState(UNKNOWN_OPTIONS);
  useEffect(() => {
    let isGone = false;
    readSignInOptions()
      .then((read) => {
        if (!isGone) setOptions(read);
      })
      .catch((error: unknown) => console.info('The ways to sign in are not known:', error));
    return () => {
      isGone = true;
    };
  }, []);
  return options;
}
