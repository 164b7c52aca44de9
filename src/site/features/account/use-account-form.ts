import { type FormEvent, useRef, useState } from 'react';
import type { Credentials } from '#contract/forms/credentials.ts';
import type { AccountError } from '#site/gateway/account.ts';
import { type ToastMessage, dismissToast, toast } from '#site/ui/toast.ts';
import { describeError } from './auth-advice.ts';
import type { FieldError } from './credentials-message.ts';
import { typedIn } from './typed-in.ts';

type AccountFormSteps = {
  check: (typed: Credentials) => FieldError | null;
  /** Does what the form is for; returns what went wrong, or null. */
  send: (typed: Credentials, form: HTMLFormElement) => Promise<AccountError | null>;
  /** The toast of a failure; its description gives way to the server's message. */
  failed: ToastMessage;
};

/** One submission at a time: check, tell the first fault by toast and beside its field, else send. */
export function useAccountForm({ check, send, failed }: AccountFormSteps) {
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<FieldError | null>(null);
  const [formError, setFormError] = useState<AccountError | null>(null);
  const [email, setEmail] = useState('');
  const told = useRef(0);

  /** Each attempt takes back what the last one said. */
  const tell = (message: ToastMessage): void => {
    told.current = toast(message);
  };

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const typed = { email: typedIn(form, 'email').trim(), password: typedIn(form, 'password') };
    const found = check(typed);
    dismissToast(told.current);
    setWrong(found);
    setFormError(null);
    setEmail(typed.email);
    if (found) {
      tell(found.toast);
      form.querySelector<HTMLElement>(`[name="${found.field}"]`)?.focus();
      return;
    }
    setBusy(true);
    const sendError = await send(typed, form).catch(asUnreachable);
    setBusy(false);
    setFormError(sendError);
    if (sendError) tell({ ...failed, description: describeError(sendError, failed.description ?? '') });
  };

  const errorOf = (field: FieldError['field']) => (wrong?.field === field ? wrong.toast.description : undefined);
  return { submit, isBusy, errorOf, formError, email };
}

/** The code of the client itself did not load: the network is gone. */
function asUnreachable(error: unknown): AccountError {
  console.error(error);
  return { name: 'Unreachable', message: String(error), status: 0 };
}
