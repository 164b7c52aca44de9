import { useState } from 'react';
import { publishing } from '#site/content/publishing.ts';
import { BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { Field } from '#site/ui/field.tsx';
import { Input } from '#site/ui/input.tsx';
import { fromLocalInput, nameZone, toLocalInput } from '../local-time.ts';
import { useNow } from '../use-now.ts';

type ConfirmPublishingProps = {
  kind: 'publish' | 'schedule';
  /** The time in the form. */
  initial: string;
  isSending: boolean;
  onConfirm: (at?: string) => void;
  onCancel: () => void;
};

/** The buttons of the dialog; to schedule, also the date and time. */
export function ConfirmPublishing({ kind, initial, isSending, onConfirm, onCancel }: ConfirmPublishingProps) {
  const [at, setAt] = useState(() => (isFuture(initial) ? initial : tomorrowAtNine()));
  const [isWrong, setWrong] = useState(false);
  const now = useNow();
  const confirm = (): void => {
    if (isSending) return;
    if (kind === 'publish') return onConfirm();
    setWrong(!isFuture(at));
    if (isFuture(at)) onConfirm(at);
  };
  return (
    <div className="confirm-publishing">
      {kind === 'schedule' && (
        <Field
          name="publish-at"
          label={publishing.at}
          hint={publishing.atHint(nameZone(at ? new Date(at) : now))}
          error={isWrong ? publishing.atError : undefined}
        >
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              max="9999-12-31T23:59"
              value={at}
              onChange={(event) => {
                setAt(event.target.value);
                setWrong(false);
              }}
            />
          )}
        </Field>
      )}
      <div className="confirm-publishing__buttons">
        <Button size="small" aria-disabled={isSending} onClick={confirm}>
          <BusyLabel isBusy={isSending} idle={publishing.confirm[kind]} busy={publishing.sending} />
        </Button>
        <Button size="small" variant="line" disabled={isSending} onClick={onCancel}>
          {publishing.cancel}
        </Button>
      </div>
    </div>
  );
}

function isFuture(local: string): boolean {
  const iso = fromLocalInput(local);
  return iso !== null && Date.parse(iso) > Date.now();
}

function tomorrowAtNine(): string {
  const at = new Date();
  at.setDate(at.getDate() + 1);
  at.setHours(9, 0, 0, 0);
  return toLocalInput(at.toISOString());
}
