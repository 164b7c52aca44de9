import { type FormEvent, useRef, useState } from 'react';
import { account } from '#site/content/account.ts';
import { firm } from '#site/content/firm.ts';
import { mfa } from '#site/content/mfa.ts';
import {
  type AccountAnswer,
  type AccountError,
  answerWithCode,
  answerWithRecoveryCode,
  hasRecoveryCodes,
  listAuthenticators,
} from '#site/gateway/account.ts';
import { browserClient, type DataClient } from '#site/gateway/client.ts';
import { MESSAGES } from '#site/messages.ts';
import { Button } from '#site/ui/button.tsx';
import { Field } from '#site/ui/field.tsx';
import { Select } from '#site/ui/input.tsx';
import { toast } from '#site/ui/toast.ts';
import { isUnreachable } from './error-advice.tsx';
import { CodeField, FormHeading, SubmitButton, typedIn } from './fields.tsx';
import { useAuth } from './use-auth.ts';

const words = mfa.form;

/** After the password: a code of the app, or a recovery code. */
export function MfaForm() {
  const { user, isRecovering, isPasswordMissing, signOut } = useAuth();
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const { isBusy, error, setError, run } = useMfaCall();
  const apps = listAuthenticators(user);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const code = typedIn(form, 'code');
    const focusCode = () => form.querySelector<HTMLInputElement>('[name="code"]')?.select();
    const codeError = kind === 'app' ? validateCode(code) : code.trim() ? null : mfa.codeMissing;
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
      </div>
    </form>
  );
}

function AppChoice({ apps }: { apps: ReturnType<typeof listAuthenticators> }) {
  return (
    <Field name="app" label={words.app}>
      {(control) => (
        <Select {...control}>
          {apps.map(({ id, name }) => (
            <option key={id} value={id}>
              {name || words.unnamed}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** The service has the same error code for a wrong recovery code and a wrong app code. */
function forRecovery(answer: Awaited<ReturnType<typeof answerWithRecoveryCode>>) {
  if (answer.error?.code !== 'mfa_verification_failed') return answer;
  return { error: { ...answer.error, code: undefined, message: mfa.wrongRecoveryCode } };
}

/** One MFA call at a time; `error` is the message of the last one. */
export function useMfaCall() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const isRunning = useRef(false);

  /** Runs `work` unless another call is running; resolves to whether it succeeded. */
  const run = async (work: (client: DataClient) => Promise<AccountAnswer>): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setError(undefined);
    const message = await attempt(work);
    isRunning.current = false;
    setBusy(false);
    setError(message);
    return message === undefined;
  };
  return { isBusy, error, setError, run };
}

async function attempt(work: (client: DataClient) => Promise<AccountAnswer>): Promise<string | undefined> {
  try {
    const { error } = await work(await browserClient());
    return error ? describeMfaError(error) : undefined;
  } catch (error) {
    console.error(error);
    return describeMfaError({ name: 'Unreachable', message: String(error), status: 0 });
  }
}

/** The message for an MFA error: by the service's code, else its message, else a general one. */
export function describeMfaError(error: AccountError): string {
  if (isUnreachable(error)) return account.unreachable;
  return mfa.errors[error.code ?? ''] ?? (error.message.trim() || mfa.failed);
}

/** The error of a code before it is sent, or null. */
export function validateCode(code: string): string | null {
  const digits = code.replace(/\s/g, '');
  if (digits === '') return mfa.codeMissing;
  return /^\d{6}$/.test(digits) ? null : mfa.codeMalformed;
}
