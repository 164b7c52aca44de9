import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { account } from '#site/content/account.ts';
import { passkeys } from '#site/content/passkeys.ts';
import { browserClient } from '#site/gateway/client.ts';
import { browserHasPasskeys, signInByPasskey } from '#site/gateway/passkeys.ts';
import {
  readSignInOptions,
  signInAtProvider,
  type SignInProvider,
  unknownOptions,
} from '#site/gateway/sign-in-options.ts';
import { ACCOUNT_MESSAGES, MESSAGES } from '#site/messages.ts';
import { BusyButton } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { toast } from '#site/ui/toast.ts';
import { ErrorAdvice } from './error-advice.tsx';
import { EmailField, PasswordField, SubmitButton, typedEmail } from './fields.tsx';
import { useMfaCall } from './use-mfa-call.ts';
import { afterSignIn, signInReturn } from './return-address.ts';
import { credentialsMessage, useAccountForm } from './use-account-form.ts';
import { useAuth } from './use-auth.ts';

type SignInFormProps = {
  /** An address from the sign-up form that has an account, or ''. */
  knownEmail: string;
  /** The address to come back to, where it is not that of the sign-in page. */
  returnTo?: string;
  onForgot: (email: string) => void;
  onEmailLink: (email: string) => void;
};

/** `noValidate` turns browser validation off, so that errors are the specified toasts in their order. */
export function SignInForm({ knownEmail, returnTo, onForgot, onEmailLink }: SignInFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (knownEmail) form.current?.querySelector<HTMLElement>('[name="password"]')?.focus();
  }, [knownEmail]);
  const emailSoFar = () => (form.current ? typedEmail(form.current) : '');
  const { signIn } = useAuth();
  const { submit, isBusy, errorOf, formError, email } = useAccountForm({
    check: (typed) => credentialsMessage(typed, 'signin'),
    failed: MESSAGES.signInFailed,
    send: async (typed) => {
      const { error, isMfaDue } = await signIn(typed);
      if (!error && !isMfaDue) toast(MESSAGES.signedIn);
      return error;
    },
  });
  return (
    <form className="account__form" noValidate ref={form} onSubmit={(event) => void submit(event)}>
      <EmailField error={errorOf('email')} defaultValue={knownEmail} />
      <PasswordField label={account.fields.password} autoComplete="current-password" error={errorOf('password')} />
      <ErrorAdvice error={formError} email={email} onRecover={onForgot} />
      <div className="account__actions row">
        <SubmitButton isBusy={isBusy} idle={account.signIn.submit} busy={account.signIn.busy} />
        <Button variant="quiet" onClick={() => onForgot(emailSoFar())}>
          {account.signIn.forgot}
        </Button>
      </div>
      <OtherWays returnTo={returnTo} onEmailLink={() => onEmailLink(emailSoFar())} />
    </form>
  );
}

const words = account.otherWays;

/** Sign-in without a password: a mailed link, and the providers that the service is configured for. */
function OtherWays({ returnTo, onEmailLink }: { returnTo: string | undefined; onEmailLink: () => void }) {
  const { isEmailLinkOffered, isPasskeyOffered, providers } = useSignInOptions();
  const hasPasskeys = isPasskeyOffered && browserHasPasskeys();
  const { state, search } = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  if (!isEmailLinkOffered && !hasPasskeys && providers.length === 0) return null;
  const leaveFor = async (provider: SignInProvider): Promise<void> => {
    if (isLeaving) return;
    setLeaving(true);
    if (await leave(provider, signInReturn('provider', returnTo ?? afterSignIn(state, search)))) return;
    setLeaving(false);
    toast(ACCOUNT_MESSAGES.providerFailed);
  };
  return (
    <section className="other-ways stack" aria-labelledby="other-ways">
      <h2 id="other-ways" className="other-ways__heading">
        {words.heading}
      </h2>
      <div className="other-ways__buttons stack">
        {isEmailLinkOffered && (
          <Button variant="line" onClick={onEmailLink}>
            {words.emailLink}
          </Button>
        )}
        {hasPasskeys && <PasskeyButton />}
        {providers.map((provider) => (
          <Button key={provider} variant="line" aria-disabled={isLeaving} onClick={() => void leaveFor(provider)}>
            {words.providers[provider]}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** The browser offers the passkeys that it has for the site. */
function PasskeyButton() {
  const { isBusy, error, run } = useMfaCall();
  const signIn = async (): Promise<void> => {
    if (await run(signInByPasskey)) toast(MESSAGES.signedIn);
  };
  useEffect(() => {
    if (error) toast({ ...MESSAGES.signInFailed, description: error });
  }, [error]);
  return (
    <BusyButton
      variant="line"
      onClick={() => void signIn()}
      isBusy={isBusy}
      idle={passkeys.signIn}
      busy={passkeys.adding}
    />
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
  const [options, setOptions] = useState(unknownOptions);
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
