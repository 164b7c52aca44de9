import { useState } from 'react';
import { REVIEW_TEXT_MAX_LENGTH } from '#contract/limits.ts';
import { reviews as words } from '#site/content/reviews.ts';
import { readStored, store } from '#site/gateway/browser-storage.ts';
import { TextareaField } from '#site/ui/textarea.tsx';
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
    <TextareaField
      id={id}
      name={id}
      label={label}
      hint={hint}
      error={error}
      rows={3}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export function isTooLong(text: string): boolean {
  return Array.from(text.trim()).length > REVIEW_TEXT_MAX_LENGTH;
}

/** A text that stays on this device, by its post and field, until it is sent or emptied. */
export function useUnsentText(postId: string, field: string) {
  const key = `dashboard-comment:${useUserId()}:${postId}:${field}`;
  const [text, setText] = useState(() => readStored(key) ?? '');
  const change = (next: string): void => {
    setText(next);
    store(key, next || null);
  };
  /** Removes what was sent, also where the field is gone; what was typed after it stays. Returns what is left. */
  const removeSent = (sent: string): string => {
    const rest = (now: string): string => (now.startsWith(sent) ? now.slice(sent.length).trimStart() : now);
    const left = rest(readStored(key) ?? '');
    setText(rest);
    store(key, left || null);
    return left;
  };
  return [text, change, removeSent] as const;
}
