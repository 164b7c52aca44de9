import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { isEmail, withoutInvisible } from '#contract/forms/credentials.ts';
import { users } from '#site/content/users.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import type { AccountError } from '#site/gateway/account.ts';
import { browserClient, type DataClient } from '#site/gateway/client.ts';
import { grantRole, inviteAccount, type Role } from '#site/gateway/users.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { BusyButton } from '#site/ui/busy-label.tsx';
import { SelectField, TextField } from '#site/ui/field.tsx';
import { Options } from '#site/ui/input.tsx';
import { toast } from '#site/ui/toast.ts';
import { logFailure, refreshQueries } from '../queries.ts';

const words = users.invite;
const ROLES: readonly Role[] = ['writer', 'admin'];

/** Invites a person by mail, perhaps with a role, which the message names. */
export function InviteForm() {
  const headingId = useId();
  const { invite, isInviting, error, clearError } = useInvite();
  const [isMistyped, setMistyped] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    // `clearError` forgets an invitation under way, and another press would send it again.
    if (isInviting) return;
    const form = event.currentTarget;
    const typed = new FormData(form);
    const entry = typed.get('invite-email');
    const email = typeof entry === 'string' ? withoutInvisible(entry).trim() : '';
    clearError();
    setMistyped(!isEmail(email));
    const role = ROLES.find((one) => one === typed.get('invite-role')) ?? null;
    const isSent = isEmail(email) && (await invite({ email, role }));
    const field = form.querySelector<HTMLInputElement>('[name="invite-email"]');
    // Another address that was typed meanwhile stays.
    if (isSent && field?.value === entry) form.reset();
    field?.focus();
  };
  const emailError = isMistyped ? words.errors['email'] : (error ?? undefined);
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{words.heading}</h2>
      <form className="short-form stack" noValidate onSubmit={(event) => void submit(event)}>
        <p className="soft">{words.text}</p>
        <TextField
          name="invite-email"
          label={words.email}
          error={emailError}
          required
          type="email"
          autoComplete="off"
        />
        <SelectField name="invite-role" label={words.role}>
          <option value="">{words.roles.none}</option>
          <Options of={ROLES.map((role) => [role, words.roles[role]])} />
        </SelectField>
        <div>
          <BusyButton type="submit" size="small" isBusy={isInviting} idle={words.submit} busy={words.busy} />
        </div>
      </form>
    </section>
  );
}

type Invitation = { email: string; role: Role | null };

/** Sends an invitation; `error` is the sentence to show beside the form, because it depends on the answer. */
export function useInvite() {
  const queryClient = useQueryClient();
  const {
    mutateAsync,
    isPending,
    data: error = null,
    reset,
  } = useMutation({
    networkMode: 'always',
    mutationFn: send,
    onSettled: () => refreshQueries(queryClient, [QUERY_KEYS.adminAccounts]),
  });
  /** Resolves to whether it was sent. */
  const invite = async (invitation: Invitation): Promise<boolean> => {
    if (isPending) return false;
    return (await mutateAsync(invitation)) === null;
  };
  return { invite, isInviting: isPending, error, clearError: reset };
}

/** Returns the error as a sentence, or null. An invitation counts as sent even if the rights could not be granted. */
async function send({ email, role }: Invitation): Promise<string | null> {
  try {
    const client = await browserClient();
    const { error, userId } = await inviteAccount(client, email, {
      returnTo: `${window.location.origin}/auth`,
      as: role ? words.as[role] : undefined,
    });
    if (error) return showError(error);
    const isGranted = !role || !userId || (await tryToGrant(client, role, userId));
    toast(isGranted ? DASHBOARD_MESSAGES.invited(email) : DASHBOARD_MESSAGES.invitedWithoutRights(email));
    return null;
  } catch (error) {
    return showError({ name: 'Unreachable', message: String(error), status: 0 });
  }
}

async function tryToGrant(client: DataClient, role: Role, userId: string): Promise<boolean> {
  try {
    await grantRole(client, role, userId);
    return true;
  } catch (error) {
    logFailure(DASHBOARD_MESSAGES.changeRightsFailed, error);
    return false;
  }
}

function showError(error: AccountError): string {
  console.error('Failed to send the invitation:', error);
  const { errors } = users.invite;
  const isUnreachable = error.status === 0 || error.name === 'AuthRetryableFetchError';
  const sentence = errors[isUnreachable ? 'unreachable' : (error.code ?? '')] ?? errors['unknown'] ?? '';
  toast(DASHBOARD_MESSAGES.inviteFailed(sentence));
  return sentence;
}
