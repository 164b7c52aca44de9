import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatLocalDate } from '#contract/date.ts';
import { account } from '#site/content/account.ts';
import { mfa } from '#site/content/mfa.ts';
import {
  type AuthenticatorApp,
  changePassword,
  listAuthenticators,
  requestReauthentication,
} from '#site/gateway/account.ts';
import { browserClient } from '#site/gateway/client.ts';
import { makeRecoveryCodes, readCodesLeft, removeAuthenticator } from '#site/gateway/mfa.ts';
import { ACCOUNT_MESSAGES } from '#site/messages.ts';
import { ALWAYS_FRESH, QUERY_KEYS } from '#site/query-client.ts';
import { BusyButton, BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { TextField } from '#site/ui/field.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { toast } from '#site/ui/toast.ts';
import { EnrolApp } from './enrol-app.tsx';
import { ErrorAdvice } from './error-advice.tsx';
import { FormHeading, newPasswordProps, PasswordField, SubmitButton, typedIn } from './fields.tsx';
import { useMfaCall } from './use-mfa-call.ts';
import { OwnPasskeys } from './own-passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { newPasswordMessage, useAccountForm } from './use-account-form.ts';
import { useAuth } from './use-auth.ts';

const words = mfa.own;

/** The password, authenticator apps and recovery codes of the signed-in person, to change, add and remove. */
export function OwnSignIn() {
  const { user } = useAuth();
  const [isAdding, setAdding] = useState(false);
  const addButton = useReturnFocus(isAdding);
  const apps = listAuthenticators(user);
  const close = () => setAdding(false);
  return (
    <section className="own-sign-in stack" aria-labelledby="own-sign-in">
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
      <OwnPasskeys />
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
          <li key={app.id} className="row row--apart">
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
      {error && <Notice tone="danger" role="alert" text={error} />}
    </>
  );
}

const passwordWords = account.changePassword;

function OwnPassword() {
  const [isOpen, setOpen] = useState(false);
  const openButton = useReturnFocus(isOpen);
  if (isOpen) return <ChangePasswordForm onClose={() => setOpen(false)} />;
  return (
    <Button variant="line" size="small" ref={openButton} onClick={() => setOpen(true)}>
      {passwordWords.open}
    </Button>
  );
}

function ChangePasswordForm({ onClose }: { onClose: () => void }) {
  const { user, endRecovery } = useAuth();
  const email = user?.email ?? '';
  const [asksForCode, setAsksForCode] = useState(false);
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asksForCode) code.current?.focus();
  }, [asksForCode]);
  const { submit, isBusy, errorOf, formError } = useAccountForm({
    check: (typed) => newPasswordMessage(typed.password),
    failed: ACCOUNT_MESSAGES.passwordFailed,
    send: async (typed, form) => {
      const client = await browserClient();
      const { error } = await changePassword(client, typed.password, typedIn(form, 'nonce').trim());
      if (error?.code === 'reauthentication_needed') {
        const sent = await requestReauthentication(client);
        setAsksForCode(sent.error === null);
        return sent.error ?? error;
      }
      if (error) return error;
      toast(ACCOUNT_MESSAGES.passwordChanged);
      endRecovery();
      onClose();
      return null;
    },
  });
  return (
    <form className="account__form" noValidate onSubmit={(event) => void submit(event)}>
      <FormHeading level={3}>{passwordWords.heading}</FormHeading>
      <p className="soft">{passwordWords.text}</p>
      {/* Tells password managers the account. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField {...newPasswordProps} error={errorOf('password')} />
      {asksForCode && (
        <TextField
          name="nonce"
          label={passwordWords.code.label}
          hint={passwordWords.code.hint(email)}
          required
          ref={code}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
      <ErrorAdvice error={formError} email={email} />
      <div className="account__actions row">
        <SubmitButton size="small" isBusy={isBusy} idle={passwordWords.submit} busy={passwordWords.busy} />
        <Button variant="quiet" size="small" onClick={onClose}>
          {passwordWords.cancel}
        </Button>
      </div>
    </form>
  );
}

const codeWords = mfa.codes;

/** How many recovery codes are unused, and a button for new ones; nothing where the service offers none. */
function OwnRecoveryCodes() {
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<string[] | null>(null);
  const makeButton = useReturnFocus(codes !== null);
  const { isBusy, error, run } = useMfaCall();
  const { data: left } = useQuery({
    ...ALWAYS_FRESH,
    queryKey: QUERY_KEYS.recoveryCodes,
    queryFn: async () => readCodesLeft(await browserClient()),
  });
  const make = async (): Promise<void> => {
    if (left !== 'none' && !window.confirm(codeWords.renewQuestion)) return;
    await run(async (client) => {
      const answer = await makeRecoveryCodes(client);
      setCodes(answer.codes);
      return answer;
    });
    void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.recoveryCodes });
  };
  if (left === undefined || left === 'not-offered') return null;
  if (codes) return <RecoveryCodes headingLevel={3} codes={codes} onDone={() => setCodes(null)} />;
  return (
    <div className="own-sign-in__codes stack">
      <h3>{codeWords.heading}</h3>
      <p className="soft">{left === 'none' ? codeWords.none : codeWords.left(left.remaining, left.total)}</p>
      {error && <Notice tone="danger" role="alert" text={error} />}
      <BusyButton
        variant="line"
        size="small"
        ref={makeButton}
        onClick={() => void make()}
        isBusy={isBusy}
        idle={left === 'none' ? codeWords.make : codeWords.renew}
        busy={codeWords.making}
      />
    </div>
  );
}

/** For the button that opens a form in its own place: it gets the focus back when the form closes. */
function useReturnFocus(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
