import { POST_EXCERPT_ROWS } from '#contract/limits.ts';
import { dashboard } from '#site/content/dashboard.ts';
import type { AdminPost } from '#site/gateway/admin-posts.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { Field } from '#site/ui/field.tsx';
import { Textarea } from '#site/ui/input.tsx';
import type { FormSession } from '../../form-session/use-form-session.ts';
import { SlugField, type SlugSuggestion } from '../../slug-field.tsx';
import type { PostValues } from '../post-values.ts';
import { PublishingFields } from '../publishing-fields.tsx';
import { SeoFields } from '../seo-fields.tsx';
import { SeoPreview } from '../seo-preview/seo-preview.tsx';

type PostSettingsProps = {
  form: Pick<FormSession<PostValues, AdminPost>, 'values' | 'change' | 'errors'>;
  categories: readonly PostCategory[];
  category: PostCategory | null;
  suggestion: SlugSuggestion;
};

/** Everything of a post but its title and text. */
export function PostSettings({ form, categories, category, suggestion }: PostSettingsProps) {
  const { values, change, errors } = form;
  const words = dashboard.posts;
  return (
    <>
      <PublishingFields values={values} change={change} errors={errors} categories={categories} />
      <SlugField
        id="post-slug"
        value={values.slug}
        onChange={(slug) => change({ slug })}
        suggestion={suggestion}
        addressStart="/blog/"
        hint={words.slugHint}
      />
      <Field
        id="post-excerpt"
        name="excerpt"
        label={words.fields.excerpt}
        note={dashboard.form.optional}
        hint={words.excerptHint}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={POST_EXCERPT_ROWS}
            value={values.excerpt}
            onChange={(event) => change({ excerpt: event.target.value })}
          />
        )}
      </Field>
      <SeoFields values={values} change={change} />
      <SeoPreview values={values} slug={suggestion.slug} category={category} />
    </>
  );
}
