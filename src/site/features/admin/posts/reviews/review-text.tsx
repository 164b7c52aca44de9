import { REVIEW_TEXT_MAX_LENGTH } from '#contract/limits.ts';
import { reviews as words } from '#site/content/reviews.ts';
import { Field } from '#site/ui/field.tsx';
import { Textarea } from '#site/ui/input.tsx';

type ReviewTextProps = {
  id: string;
  label: string;
  hint?: string | undefined;
  value: string;
  onChange: (text: string) => void;
};

/** A note or a comment. A text that is too long is not cut: the field says so. */
export function ReviewText({ id, label, hint, value, onChange }: ReviewTextProps) {
  const error = isTooLong(value) ? words.tooLong(REVIEW_TEXT_MAX_LENGTH) : undefined;
  return (
    <Field id={id} name={id} label={label} hint={hint} error={error}>
      {(control) => <Textarea {...control} rows={3} value={value} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}

export function isTooLong(text: string): boolean {
  return Array.from(text.trim()).length > REVIEW_TEXT_MAX_LENGTH;
}
