import { media } from '#site/content/media.ts';
import { Checkbox } from '#site/ui/checkbox.tsx';
import { Field } from '#site/ui/field.tsx';
import { Input } from '#site/ui/input.tsx';

/** The description of a picture, or the statement that it needs none. */
export type AltText = { text: string; isDecoration: boolean };
export const NO_ALT: AltText = { text: '', isDecoration: false };

export function altError({ text, isDecoration }: AltText): string | undefined {
  return isDecoration || text.trim() ? undefined : media.alt.missing;
}

export function altOf({ text, isDecoration }: AltText): string {
  return isDecoration ? '' : text.trim();
}

type AltFieldProps = { id: string; value: AltText; onChange: (value: AltText) => void; error: string | undefined };

export function AltField({ id, value, onChange, error }: AltFieldProps) {
  const { label, hint, decoration } = media.alt;
  return (
    <div className="alt-field">
      <Field id={id} name="alt" label={label} hint={hint} error={error}>
        {(control) => (
          <Input
            {...control}
            maxLength={500}
            autoComplete="off"
            disabled={value.isDecoration}
            value={value.text}
            onChange={(event) => onChange({ ...value, text: event.target.value })}
          />
        )}
      </Field>
      <Checkbox
        name="decoration"
        label={decoration}
        checked={value.isDecoration}
        onChange={(event) => onChange({ ...value, isDecoration: event.target.checked })}
      />
    </div>
  );
}
