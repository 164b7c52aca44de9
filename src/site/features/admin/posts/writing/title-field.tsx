import type { KeyboardEvent } from 'react';
import { POST_TITLE_MAX_LENGTH } from '#contract/limits.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import { TextareaField } from '#site/ui/textarea.tsx';

type TitleFieldProps = { value: string; onChange: (title: string) => void; error: string | undefined };

/** One line of text that wraps where it is long. Enter moves on to the text. */
export function TitleField({ value, onChange, error }: TitleFieldProps) {
  return (
    <div className="title-field">
      <TextareaField
        id="post-title"
        name="title"
        label={dashboard.posts.fields.title}
        error={error}
        required
        rows={1}
        maxLength={POST_TITLE_MAX_LENGTH}
        placeholder={editor.titlePlaceholder}
        enterKeyHint="next"
        value={value}
        onKeyDown={moveOnEnter}
        // Pasted lines become one.
        onChange={(event) => onChange(event.target.value.replace(/[\r\n]+/g, ' '))}
      />
    </div>
  );
}

function moveOnEnter(event: KeyboardEvent): void {
  // Enter also ends the composition of an input method.
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  focusText();
}

/** The editor of the content, or its textarea, whichever is shown. */
export function focusText(): void {
  const texts = document.querySelectorAll<HTMLElement>('.content-field :is([contenteditable=true], #post-content)');
  [...texts].find((text) => text.checkVisibility())?.focus();
}
