import { type FormEvent, useEffect, useRef } from 'react';
import { firm } from '#site/content/firm.ts';
import { mfa } from '#site/content/mfa.ts';
import type { Enrolment } from '#site/gateway/mfa.ts';
import { startEnrolment } from '#site/gateway/mfa.ts';
import { BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { Field } from '#site/ui/field.tsx';
import { Input } from '#site/ui/input.tsx';
import { typedIn } from './typed-in.ts';
import { useMfaCall } from './use-mfa-call.ts';

type EnrolNameProps = {
  /** The person pressed a button to get here; where the page starts with this form, the focus stays. */
  takesFocus: boolean;
  onStarted: (enrolment: Enrolment) => void;
  onCancel?: (() => void) | undefined;
};

/** Names the app or device; then the service creates its secret. */
export function EnrolName({ takesFocus, onStarted, onCancel }: EnrolNameProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  const { isBusy, error, run } = useMfaCall();
  const words = mfa.enrol;
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const name = typedIn(event.currentTarget, 'app-name').trim() || words.nameDefault;
    await run(async (client) => {
      const answer = await startEnrolment(client, { name, issuer: firm.name });
      if (answer.enrolment) onStarted(answer.enrolment);
      return answer;
    });
  };
  return (
    <form className="account__form" noValidate ref={form} onSubmit={(event) => void submit(event)}>
      <p className="soft">{words.nameText}</p>
      <Field name="app-name" label={words.name} hint={words.nameHint} error={error}>
        {(control) => <Input {...control} defaultValue={words.nameDefault} maxLength={60} autoComplete="off" />}
      </Field>
      <div className="account__actions">
        <Button type="submit" size="small" aria-disabled={isBusy}>
          <BusyLabel isBusy={isBusy} idle={words.begin} busy={words.beginning} />
        </Button>
        {onCancel && (
          <Button variant="quiet" size="small" onClick={onCancel}>
            {words.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
