import { useState } from 'react';
import { POST_EXCERPT_ROWS, POST_TITLE_MAX_LENGTH } from '#contract/limits.ts';
import { dashboard } from '#site/content/dashboard.ts';
import type { AdminPost } from '#site/gateway/admin-posts.ts';
import type { Category } from '#site/gateway/categories.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { Field } from '#site/ui/field.tsx';
import { Input, Textarea } from '#site/ui/input.tsx';
import { ItemFormFrame } from '../item-form.tsx';
import { SlugField } from '../slug-field.tsx';
import { useItemForm } from '../use-item-form.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { ContentField } from './content-field.tsx';
import { SeoPreview } from './seo-preview/seo-preview.tsx';
import { EMPTY_POST, validatePost, postToValues, postVersion, withTitle } from './post-values.ts';
import { LivePreview } from './preview/live-preview.tsx';
import { PublishingFields } from './publishing-fields.tsx';
import { SeoFields } from './seo-fields.tsx';
import { usePostSlug } from './use-post-slug.ts';
import { useSavePost } from './use-save-post.ts';
import { VersionsPanel } from './versions/versions-panel.tsx';

type PostFormProps = {
  item: AdminPost | null;
  restoredSlot: string | undefined;
  userId: string;
  categories: readonly Category[];
  onClose: () => void;
  onCreated: (id: string) => void;
  /** The opened version was replaced by another editor's or by an earlier one. */
  onReplaced: (post: AdminPost) => void;
};

/** Creates a post, or edits `item`. */
export function PostForm(props: PostFormProps) {
  const { item: opened, restoredSlot, userId, categories, onClose, onCreated, onReplaced } = props;
  const [item, setItem] = useState(opened);
  const form = useItemForm({
    initial: item ? postToValues(item) : EMPTY_POST,
    version: item && postVersion(item),
    check: validatePost,
    place: { userId, kind: 'post', itemId: item?.id },
    restoredSlot,
  });
  const { values, change, errors } = form;
  const { suggestion, settle } = usePostSlug({
    typed: values.slug,
    title: values.title,
    ownId: item?.id ?? form.newId,
  });
  const { save, isSaving, errorKind, conflict } = useSavePost({
    ...{ item, settleSlug: settle, form, onClose },
    onContinue: (saved) => {
      setItem(saved);
      onCreated(saved.id);
    },
  });
  const words = dashboard.posts;
  const known = withOwn(categories, item);
  const category = known.find(({ id }) => id === values.category_id) ?? null;
  return (
    <ItemFormFrame
      heading={item ? words.editHeading : words.createHeading}
      idPrefix="post"
      form={form}
      isSaving={isSaving}
      errorKind={conflict ? null : errorKind}
      onSave={(options) => save(values, item, options)}
      onClose={onClose}
    >
      {conflict && (
        <ConflictPanel
          theirs={conflict}
          mine={values}
          categories={known}
          onKeepMine={() => save(values, conflict)}
          onTakeTheirs={() => {
            form.keepNow(conflict.id);
            onCreated(conflict.id);
            onReplaced(conflict);
          }}
        />
      )}
      <div className="post-form">
        <div className="post-form__part">
          <Field id="post-title" name="title" label={words.fields.title} error={errors.title} required>
            {(control) => (
              <Input
                {...control}
                maxLength={POST_TITLE_MAX_LENGTH}
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
        </div>
        <div className="post-form__part">
          <PublishingFields values={values} change={change} errors={errors} categories={known} />
        </div>
        <ContentField value={values.content} onChange={(content) => change({ content })} error={errors.content} />
        <LivePreview values={values} slug={suggestion.slug} category={category} />
        <SeoFields values={values} change={change} />
        <SeoPreview values={values} slug={suggestion.slug} category={category} />
      </div>
      {item && <VersionsPanel item={item} form={form} categories={known} onRestored={onReplaced} />}
    </ItemFormFrame>
  );
}

/** The post's own category stays selectable where the list could not be read. */
function withOwn(categories: readonly Category[], item: AdminPost | null): readonly PostCategory[] {
  const own = item?.categories;
  return own && !categories.some(({ id }) => id === own.id) ? [own, ...categories] : categories;
}
