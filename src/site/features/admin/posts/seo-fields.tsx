import { dashboard } from '#site/content/dashboard.ts';
import { Field } from '#site/ui/field.tsx';
import { Input, Textarea } from '#site/ui/input.tsx';
import { CharacterCount, META_DESCRIPTION_SHOWN, META_TITLE_SHOWN } from './character-count.tsx';
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
