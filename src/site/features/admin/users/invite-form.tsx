import { type FormEvent, useId, useState } from 'react';
import { isEmail } from '#contract/forms/credentials.ts';
import { users } from '#site/content/users.ts';
import { BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { Checkbox } from '#site/ui/checkbox.tsx';
import { Field } from '#site/ui/field.tsx';
import { Input } from '#site/ui/input.tsx';
import { useInvite } from './use-invite.ts';

const words = users.invite;

/** Invites a person by mail, optionally as an administrator. */
export function InviteForm() {
  const headingId = useId();
  const { invite, isInviting, error, clearError } = useInvite();
  const [isMistyped, setMistyped] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const entry = typed.get('invite-email');
    const email = typeof entry === 'string' ? entry.trim() : '';
    clearError();
    setMistyped(!isEmail(email));
    const isSent = isEmail(email) && (await invite({ email, asAdmin: typed.has('invite-admin') }));
    if (isSent) form.reset();
    form.querySelector<HTMLInputElement>('[name="invite-email"]')?.focus();
  };
  const emailError = isMistyped ? words.errors['email'] : (error ?? undefined);
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{words.heading}</h2>
      <form className="short-form" noValidate onSubmit={(event) => void submit(event)}>
        <p className="soft">{words.text}</p>
        <Field name="invite-email" label={words.email} error={emailError} required>
          {(control) => <Input {...control} type="email" autoComplete="off" />}
        </Field>
        <Checkbox name="invite-admin" label={words.asAdmin} />
        <div>
          <Button type="submit" size="small" aria-disabled={isInviting}>
            <BusyLabel isBusy={isInviting} idle={words.submit} busy={words.busy} />
          </Button>
        </div>
      </form>
    </section>
  );
}
