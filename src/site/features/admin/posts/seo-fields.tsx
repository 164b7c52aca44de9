import { dashboard } from '#site/content/dashboard.ts';
import { Field } from '#site/ui/field.tsx';
import { Input, Textarea } from '#site/ui/input.tsx';
import type { PostValues } from './post-values.ts';

type SeoFieldsProps = { values: PostValues; change: (part: Partial<PostValues>) => void };

/** What search engines read of the post; all optional. */
export function SeoFields({ values, change }: SeoFieldsProps) {
  const words = dashboard.posts.seo;
  const note = dashboard.form.optional;
  return (
    <fieldset className="seo-fields">
      <legend>{words.heading}</legend>
      <p className="soft">{words.text}</p>
      <div>
        <Field id="post-meta_title" name="meta_title" label={words.title} note={note} hint={words.titleHint}>
          {(control) => (
            <Input
              {...control}
              value={values.meta_title}
              placeholder={values.title}
              onChange={(event) => change({ meta_title: event.target.value })}
            />
          )}
        </Field>
        <CharacterCount of={values.meta_title || values.title} limit={META_TITLE_SHOWN} />
      </div>
      <div>
        <Field id="post-meta_description" name="meta_description" label={words.description} note={note}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              value={values.meta_description}
              onChange={(event) => change({ meta_description: event.target.value })}
            />
          )}
        </Field>
        <CharacterCount of={values.meta_description} limit={META_DESCRIPTION_SHOWN} />
      </div>
      <Field id="post-meta_keywords" name="meta_keywords" label={words.keywords} note={note} hint={words.keywordsHint}>
        {(control) => (
          <Input
            {...control}
            value={values.meta_keywords}
            onChange={(event) => change({ meta_keywords: event.target.value })}
          />
        )}
      </Field>
    </fieldset>
  );
}

/** How many characters search results usually show. */
export const META_TITLE_SHOWN = 60;
const META_DESCRIPTION_SHOWN = 160;

export function describeLength(text: string, limit: number): { text: string; isOver: boolean } {
  const n = Array.from(text.trim()).length;
  const isOver = n > limit;
  const { over, within } = dashboard.posts.counts;
  return { text: isOver ? over(n, limit) : within(n, limit), isOver };
}

/** The length of a text and how much of it is usually shown; advice, not a limit. */
function CharacterCount({ of, limit }: { of: string; limit: number }) {
  const { text, isOver } = describeLength(of, limit);
  return (
    <p className="character-count label soft tabular" data-over={isOver || undefined}>
      {text}
    </p>
  );
}
