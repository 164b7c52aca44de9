import { type FormEvent, useEffect, useState } from 'react';
import { firm } from '#site/content/firm.ts';
import { mfa } from '#site/content/mfa.ts';
import { mfaErrors } from '#site/content/mfa-errors.ts';
import { passkeys } from '#site/content/passkeys.ts';
import { listAuthenticators } from '#site/gateway/account.ts';
import { browserClient } from '#site/gateway/client.ts';
import { answerWithCode, answerWithRecoveryCode, hasRecoveryCodes } from '#site/gateway/mfa.ts';
import { browserHasPasskeys, listPasskeys, signInByPasskey } from '#site/gateway/passkeys.ts';
import { MESSAGES } from '#site/messages.ts';
import { Button } from '#site/ui/button.tsx';
import { SelectField } from '#site/ui/field.tsx';
import { toast } from '#site/ui/toast.ts';
import { CodeField, FormHeading, SubmitButton, typedIn } from './fields.tsx';
import { useAuth } from './use-auth.ts';
import { useMfaCall, validateCode } from './use-mfa-call.ts';

const words = mfa.form;

/** After the password: a code of the app, or a recovery code. */
export function MfaForm() {
  const { user, isRecovering, isPasswordMissing, signOut } = useAuth();
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const { isBusy, error, setError, run } = useMfaCall();
  const apps = listAuthenticators(user);
  const hasPasskeys = useHasPasskeys();

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const code = typedIn(form, 'code');
    const focusCode = () => form.querySelector<HTMLInputElement>('[name="code"]')?.select();
    const codeError = kind === 'app' ? validateCode(code) : code.trim() ? null : mfaErrors.codeMissing;
    if (codeError) {
      setError(codeError);
      return focusCode();
    }
    const factorId = typedIn(form, 'app') || (apps[0]?.id ?? '');
    const isPassed = await run(async (client) =>
      kind === 'app' ? answerWithCode(client, factorId, code) : forRecovery(await answerWithRecoveryCode(client, code)),
    );
    if (!isPassed) return focusCode();
    if (!isRecovering && !isPasswordMissing) toast(MESSAGES.signedIn);
  };
  const answerWithPasskey = async (): Promise<void> => {
    if ((await run(signInByPasskey)) && !isRecovering && !isPasswordMissing) toast(MESSAGES.signedIn);
  };
  const change = (next: typeof kind): void => {
    setError(undefined);
    setKind(next);
  };

  return (
    <form className="account__form" noValidate onSubmit={(event) => void submit(event)}>
      <FormHeading key={kind}>{words.heading}</FormHeading>
      <p className="soft">{kind === 'app' ? words.text(firm.name) : words.recoveryText}</p>
      {kind === 'app' && apps.length > 1 && <AppChoice apps={apps} />}
      <CodeField key={kind} label={kind === 'app' ? words.code : words.recoveryCode} error={error} kind={kind} />
      <p className="sr-only" role="alert">
        {error}
      </p>
      <div className="account__actions row">
        <SubmitButton isBusy={isBusy} idle={words.submit} busy={words.busy} />
        {hasRecoveryCodes(user) && (
          <Button variant="quiet" onClick={() => change(kind === 'app' ? 'recovery' : 'app')}>
            {kind === 'app' ? words.toRecoveryCode : words.toApp}
          </Button>
        )}
        <Button variant="quiet" onClick={() => void signOut()}>
          {words.signOut}
        </Button>
        {/* Last, because it comes when the passkeys are read. */}
        {hasPasskeys && (
          <Button variant="quiet" aria-disabled={isBusy} onClick={() => void answerWithPasskey()}>
            {passkeys.instead}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Whether the account has a passkey, and the browser may use it. */
function useHasPasskeys(): boolean {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    let isGone = false;
    const read = async (): Promise<void> => {
      const found = browserHasPasskeys() ? await listPasskeys(await browserClient()) : null;
      if (!isGone) setKnown(found !== null && found.length > 0);
    };
    read().catch((error: unknown) => console.info('The passkeys are not known:', error));
    return () => {
      isGone = true;
    };
  }, []);
  return isKnown;
}

function AppChoice({ apps }: { apps: ReturnType<typeof listAuthenticators> }) {
  return (
    <SelectField name="app" label={words.app}>
      {apps.map(({ id, name }) => (
        <option key={id} value={id}>
          {name || words.unnamed}
        </option>
      ))}
    </SelectField>
  );
}

/** The service has the same error code for a wrong recovery code and a wrong app code. */
function forRecovery(answer: Awaited<ReturnType<typeof answerWithRecoveryCode>>) {
  if (answer.error?.code !== 'mfa_verification_failed') return answer;
  return { error: { ...answer.error, code: undefined, message: mfaErrors.wrongRecoveryCode } };
}
