import { useState } from 'react';
import { POST_STATUSES, type PostStatus } from '#contract/post-status.ts';
import { dashboard } from '../../../content/dashboard.ts';
import type { PostCategory } from '../../../gateway/posts.ts';
import { Field } from '../../../ui/field.tsx';
import { Input, Select } from '../../../ui/input.tsx';
import { type PostValues, isImageAddress } from './post-values.ts';

type PublishingFieldsProps = {
  values: PostValues;
  change: (part: Partial<PostValues>) => void;
  imageFault: string | undefined;
  categories: readonly PostCategory[];
};

/** Status, category and picture: what decides where and how the post appears. */
export function PublishingFields({ values, change, imageFault, categories }: PublishingFieldsProps) {
  const words = dashboard.posts;
  const image = values.featured_image_url.trim();
  return (
    <>
      <Field id="post-status" name="status" label={words.fields.status} hint={words.statusHints[values.status]}>
        {(control) => (
          <Select
            {...control}
            value={values.status}
            onChange={(event) => change({ status: event.target.value as PostStatus })}
          >
            {POST_STATUSES.map((status) => (
              <option key={status} value={status}>
                {dashboard.statuses[status]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field id="post-category_id" name="category_id" label={words.fields.category} note={dashboard.form.optional}>
        {(control) => (
          <Select
            {...control}
            value={values.category_id}
            onChange={(event) => change({ category_id: event.target.value })}
          >
            <option value="">{words.noCategory}</option>
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        id="post-featured_image_url"
        name="featured_image_url"
        label={words.fields.image}
        note={dashboard.form.optional}
        hint={words.imageHint}
        error={imageFault}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            value={values.featured_image_url}
            onChange={(event) => change({ featured_image_url: event.target.value })}
          />
        )}
      </Field>
      {image && isImageAddress(image) && <PicturePreview key={image} src={image} />}
    </>
  );
}

/** Nothing rather than a broken picture while the address is still being typed. */
function PicturePreview({ src }: { src: string }) {
  const [isBroken, setBroken] = useState(false);
  return isBroken ? null : <img className="post-image" src={src} alt="" onError={() => setBroken(true)} />;
}
