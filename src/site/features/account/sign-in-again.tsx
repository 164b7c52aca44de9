import { useState } from 'react';
import { account } from '#site/content/account.ts';
import { Button } from '#site/ui/button.tsx';
import { Dialog } from '#site/ui/dialog.tsx';
import { EmailLinkForm } from './email-link-form.tsx';
import { MfaForm } from './mfa-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { RecoveryForm } from './sign-up-form.tsx';
import { useAuth } from './use-auth.ts';

const words = account.signInAgain;

type SignInAgainProps = {
  email: string;
  /** The address of the dashboard, for ways to sign in that leave the page. */
  returnTo: string;
  onLeave: () => void;
};

/** Over a dashboard whose session has ended: signs in again in place. What was typed stays in its forms. */
export function SignInAgain({ email, returnTo, onLeave }: SignInAgainProps) {
  const { user, mfaStatus } = useAuth();
  const [link, setLink] = useState<{ form: 'recovery' | 'sign-in'; email: string } | null>(null);
  const LinkForm = link?.form === 'recovery' ? RecoveryForm : EmailLinkForm;
  return (
    <Dialog isOpen title={words.title} description={words.text}>
      <div className="sign-in-again stack">
        {user && mfaStatus === 'due' ? (
          <MfaForm />
        ) : link ? (
          <LinkForm email={link.email} returnTo={returnTo} onBack={() => setLink(null)} />
        ) : (
          <SignInForm
            knownEmail={email}
            returnTo={returnTo}
            onForgot={(typed) => setLink({ form: 'recovery', email: typed })}
            onEmailLink={(typed) => setLink({ form: 'sign-in', email: typed })}
          />
        )}
        <Button variant="quiet" size="small" onClick={onLeave}>
          {words.leave}
        </Button>
      </div>
    </Dialog>
  );
}
