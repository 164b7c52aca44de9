import { type FormEvent, useState } from 'react';
import { type Credentials, isEmail, validateCredentials } from '#contract/forms/credentials.ts';
import type { AccountError } from '#site/gateway/account.ts';
import { MESSAGES } from '#site/messages.ts';
import { dismissToastsOf, toast, type ToastMessage } from '#site/ui/toast.ts';
import { describeAuthError } from './error-advice.tsx';
import { typedEmail, typedIn } from './fields.tsx';

type AccountFormOptions = {
  check: (typed: Credentials) => CredentialsFieldError | null;
  send: (typed: Credentials, form: HTMLFormElement) => Promise<AccountError | null>;
  /** The toast of an error; the server's message replaces its description. */
  failed: ToastMessage;
  /** The whole toast of an error that has its own. */
  messageFor?: (error: AccountError) => ToastMessage | undefined;
};

/** The source of the toasts of all account forms. */
const ACCOUNT_FORMS = 'account-forms';

/** Each attempt removes the error of the previous one, and so does another form. */
export const dismissAccountErrors = (): void => dismissToastsOf(ACCOUNT_FORMS);

/** One submission at a time: shows the first validation error as a toast and beside its field, otherwise sends. */
export function useAccountForm({ check, send, failed, messageFor }: AccountFormOptions) {
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<CredentialsFieldError | null>(null);
  const [formError, setFormError] = useState<AccountError | null>(null);
  const [email, setEmail] = useState('');
  const show = (message: ToastMessage) => toast(message, ACCOUNT_FORMS);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const typed = { email: typedEmail(form), password: typedIn(form, 'password') };
    const found = check(typed);
    dismissAccountErrors();
    setWrong(found);
    setFormError(null);
    setEmail(typed.email);
    if (found) {
      show(found.toast);
      form.querySelector<HTMLElement>(`[name="${found.field}"]`)?.focus();
      return;
    }
    setBusy(true);
    const sendError = await send(typed, form).catch(asUnreachable);
    setBusy(false);
    setFormError(sendError);
    if (!sendError) return;
    const description = describeAuthError(sendError, failed.description ?? '');
    show(messageFor?.(sendError) ?? { ...failed, description });
  };

  const errorOf = (field: CredentialsFieldError['field']) =>
    wrong?.field === field ? wrong.toast.description : undefined;
  return { submit, isBusy, errorOf, formError, email };
}

/** The client's code could not be loaded. */
function asUnreachable(error: unknown): AccountError {
  console.error(error);
  return { name: 'Unreachable', message: String(error), status: 0 };
}

type CredentialsFieldError = { field: 'email' | 'password'; toast: ToastMessage };

/** The first error, address before password; a short password has another title in each tab (specification §5). */
export function credentialsMessage(credentials: Credentials, at: 'signin' | 'signup'): CredentialsFieldError | null {
  const error = validateCredentials(credentials);
  if (error === 'invalid-email') return { field: 'email', toast: MESSAGES.invalidEmail };
  if (error === null) return null;
  return { field: 'password', toast: at === 'signin' ? MESSAGES.invalidPassword : MESSAGES.weakPassword };
}

export function emailMessage(email: string): CredentialsFieldError | null {
  return isEmail(email) ? null : { field: 'email', toast: MESSAGES.invalidEmail };
}

export function newPasswordMessage(password: string): CredentialsFieldError | null {
  return credentialsMessage({ email: 'known@account.example', password }, 'signup');
}
