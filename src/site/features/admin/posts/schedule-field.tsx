import { formatLocalTime } from '#contract/date.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import { Field } from '#site/ui/field.tsx';
import { Input } from '#site/ui/input.tsx';
import { nameZone } from './local-time.ts';
import { useNow } from './use-now.ts';

type ScheduleFieldProps = {
  /** As the browser's field of date and time has it, in the editor's time zone. */
  value: string;
  isScheduled: boolean;
  onChange: (local: string) => void;
  error: string | undefined;
};

/** The time from which visitors can read a published post. */
export function ScheduleField({ value, isScheduled, onChange, error }: ScheduleFieldProps) {
  const words = editor.schedule;
  const now = useNow();
  const zone = nameZone(value ? new Date(value) : now);
  return (
    <div>
      <Field
        id="post-published_at"
        name="published_at"
        label={words.label}
        note={dashboard.form.optional}
        hint={words.hint(zone)}
        error={error}
      >
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            max="9999-12-31T23:59"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <p className="schedule-field__note" role="status">
        {isScheduled && words.scheduled(formatLocalTime(value))}
      </p>
    </div>
  );
}
