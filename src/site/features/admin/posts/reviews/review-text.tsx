import { useState } from 'react';
import { REVIEW_TEXT_MAX_LENGTH } from '#contract/limits.ts';
import { reviews as words } from '#site/content/reviews.ts';
import { Field } from '#site/ui/field.tsx';
import { Textarea } from '#site/ui/input.tsx';
import { useUserId } from '../../live/live-provider.tsx';

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

/** A text that stays on this device, by its post and field, until it is sent or emptied. */
export function useUnsentText(postId: string, field: string): [text: string, change: (text: string) => void] {
  const key = `dashboard-comment:${useUserId()}:${postId}:${field}`;
  const [text, setText] = useState(() => readKept(key));
  const change = (next: string): void => {
    setText(next);
    try {
      if (next === '') localStorage.removeItem(key);
      else localStorage.setItem(key, next);
    } catch {
      // Without storage the text stays in the field.
    }
  };
  return [text, change];
}

function readKept(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
