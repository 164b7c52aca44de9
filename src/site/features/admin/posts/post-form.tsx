import { POST_CONTENT_ROWS, POST_EXCERPT_ROWS } from '#contract/limits.ts';
import { dashboard } from '../../../content/dashboard.ts';
import { type AdminPost, createPost, updatePost } from '../../../gateway/admin-posts.ts';
import type { Category } from '../../../gateway/categories.ts';
import type { PostCategory } from '../../../gateway/posts.ts';
import { MESSAGES } from '../../../messages.ts';
import { Field } from '../../../ui/field.tsx';
import { Input, Textarea } from '../../../ui/input.tsx';
import { ItemFormFrame } from '../item-form.tsx';
import { STALE_AFTER } from '../query-keys.ts';
import { SlugField } from '../slug-field.tsx';
import type { OpenForm } from '../use-desk.ts';
import { useItemForm } from '../use-item-form.ts';
import { useSave } from '../use-save.ts';
import { useSlug } from '../use-slug.ts';
import { EMPTY_POST, postFaults, postToValues, valuesToPost, withTitle } from './post-values.ts';
import { PublishingFields } from './publishing-fields.tsx';
import { SeoFields } from './seo-fields.tsx';

type PostFormProps = OpenForm<AdminPost> & {
  userId: string;
  posts: readonly AdminPost[];
  categories: readonly Category[];
  onClose: () => void;
};

/** Creates a post, or edits `item`. */
export function PostForm({ item, isRestored, userId, posts, categories, onClose }: PostFormProps) {
  const form = useItemForm({
    initial: item ? postToValues(item) : EMPTY_POST,
    check: postFaults,
    place: { userId, kind: 'post', itemId: item?.id },
    isRestored,
  });
  const { save, isSaving, trouble } = useSave({
    create: createPost,
    update: updatePost,
    stale: STALE_AFTER.post,
    created: MESSAGES.postCreated,
    updated: MESSAGES.postUpdated,
    failed: MESSAGES.savePostFailed,
    onSaved: () => {
      form.forget();
      onClose();
    },
  });
  const { values, change, faults } = form;
  const suggestion = useSlug({ kind: 'post', typed: values.slug, title: values.title, items: posts, ownId: item?.id });
  const words = dashboard.posts;
  return (
    <ItemFormFrame
      heading={item ? words.editHeading : words.createHeading}
      idPrefix="post"
      form={form}
      isSaving={isSaving}
      trouble={trouble}
      onSave={() => save({ id: item?.id, row: valuesToPost(values, suggestion.slug) })}
      onClose={onClose}
    >
      <div className="post-form">
        <div className="post-form__text">
          <Field id="post-title" name="title" label={words.fields.title} error={faults.title} required>
            {(control) => (
              <Input
                {...control}
                maxLength={500}
                value={values.title}
                onChange={(event) => change(withTitle(values, event.target.value))}
              />
            )}
          </Field>
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
          <Field
            id="post-content"
            name="content"
            label={words.fields.content}
            hint={words.contentHint}
            error={faults.content}
            required
          >
            {(control) => (
              <Textarea
                {...control}
                rows={POST_CONTENT_ROWS}
                value={values.content}
                onChange={(event) => change({ content: event.target.value })}
              />
            )}
          </Field>
        </div>
        <div className="post-form__side">
          <PublishingFields
            values={values}
            change={change}
            imageFault={faults.featured_image_url}
            categories={withOwn(categories, item)}
          />
          <SeoFields values={values} change={change} />
        </div>
      </div>
    </ItemFormFrame>
  );
}

/** The post's own category stays on offer when the list could not be read. */
function withOwn(categories: readonly Category[], item: AdminPost | null): readonly PostCategory[] {
  const own = item?.categories;
  return own && !categories.some(({ id }) => id === own.id) ? [own, ...categories] : categories;
}
