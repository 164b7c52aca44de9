import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import { Field } from '#site/ui/field.tsx';
import { Input } from '#site/ui/input.tsx';
import { formatMoment } from '../moment.ts';
import { nameZone } from './local-time.ts';
import { useNow } from './use-now.ts';

type ScheduleFieldProps = {
  /** As the browser's own field of date and time writes it, in the editor's zone. */
  value: string;
  isWaiting: boolean;
  onChange: (local: string) => void;
  error: string | undefined;
};

/** The moment from which everybody can read a published post. */
export function ScheduleField({ value, isWaiting, onChange, error }: ScheduleFieldProps) {
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
        hint={words.hint.replace('{zone}', zone)}
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
      <p className="schedule__note" role="status">
        {isWaiting && words.waits.replace('{date}', formatMoment(value))}
      </p>
    </div>
  );
}
