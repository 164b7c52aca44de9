import { useState } from 'react';
import { formatLocalDate } from '#contract/date.ts';
import { mfa } from '#site/content/mfa.ts';
import { type AuthenticatorApp, listAuthenticators, removeAuthenticator } from '#site/gateway/mfa.ts';
import { ACCOUNT_MESSAGES } from '#site/messages.ts';
import { BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { toast } from '#site/ui/toast.ts';
import { EnrolApp } from './enrol-app.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnRecoveryCodes } from './own-recovery-codes.tsx';
import { useAuth } from './use-auth.ts';
import { useMfaCall } from './use-mfa-call.ts';
import { useReturnFocus } from './use-return-focus.ts';

const words = mfa.own;

/** The password, authenticator apps and recovery codes of the signed-in person, to change, add and remove. */
export function OwnSignIn() {
  const { user } = useAuth();
  const [isAdding, setAdding] = useState(false);
  const addButton = useReturnFocus(isAdding);
  const apps = listAuthenticators(user);
  const close = () => setAdding(false);
  return (
    <section className="own-sign-in" aria-labelledby="own-sign-in">
      <h2 id="own-sign-in">{words.heading}</h2>
      <OwnPassword />
      <p className="soft">{apps.length > 0 ? words.some : words.none}</p>
      {apps.length > 0 && <AppList apps={apps} onRemoved={() => addButton.current?.focus()} />}
      {isAdding && <EnrolApp headingLevel={3} onBegin={() => {}} onEnd={close} onCancel={close} />}
      {!isAdding && (
        <Button variant="line" size="small" ref={addButton} onClick={() => setAdding(true)}>
          {apps.length > 0 ? words.addAnother : words.add}
        </Button>
      )}
      {apps.length > 0 && !isAdding && <OwnRecoveryCodes />}
    </section>
  );
}

function AppList({ apps, onRemoved }: { apps: readonly AuthenticatorApp[]; onRemoved: () => void }) {
  const { isBusy, error, run } = useMfaCall();
  const remove = async ({ id, name }: AuthenticatorApp): Promise<void> => {
    const isLast = apps.length === 1;
    const question = isLast ? words.removeLastQuestion : words.removeQuestion;
    if (isBusy || !window.confirm(question(name || mfa.form.unnamed))) return;
    if (await run((client) => removeAuthenticator(client, { id, isLast }))) {
      toast(ACCOUNT_MESSAGES.appRemoved);
      onRemoved();
    }
  };
  return (
    <>
      <ul className="own-sign-in__apps">
        {apps.map((app) => (
          <li key={app.id}>
            <span>
              <strong>{app.name || mfa.form.unnamed}</strong>{' '}
              <span className="soft">{words.since(formatLocalDate(app.createdAt))}</span>
            </span>
            <Button variant="quiet" size="small" aria-disabled={isBusy} onClick={() => void remove(app)}>
              <span>
                <BusyLabel isBusy={isBusy} idle={words.remove} busy={words.removing} />{' '}
                <span className="sr-only">{app.name}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {error && (
        <Notice tone="danger" role="alert">
          <p>{error}</p>
        </Notice>
      )}
    </>
  );
}
