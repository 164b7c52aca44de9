import { useState } from 'react';
import type { AdminPost } from '#site/gateway/admin-posts.ts';
import type { PendingDraft } from '#site/gateway/post-drafts.ts';
import { useItemForm } from '../use-item-form.ts';
import { useSaveStatus } from '../use-save-status.ts';
import { pendingToValues } from './keep-pending.ts';
import type { PostFormProps } from './post-form.tsx';
import { EMPTY_POST, type PostValues, postToValues, postVersion, validatePost } from './post-values.ts';
import { usePublishing } from './publishing/use-publishing.ts';
import { usePostSlug } from './use-post-slug.ts';
import { useSavePost } from './use-save-post.ts';

/** The values of the form, the slug it would get, and its saves. */
export function usePostForm(props: PostFormProps) {
  const { item: opened, pending, restoredSlot, userId, onClose, onCreated } = props;
  const [item, setItem] = useState(opened);
  const form = useItemForm({
    initial: openedValues(item, pending),
    version: item && postVersion(item, item === opened ? pending : null),
    check: validatePost,
    place: { userId, kind: 'post', itemId: item?.id },
    restoredSlot,
  });
  const { suggestion, settle } = usePostSlug({
    typed: form.values.slug,
    title: form.values.title,
    ownId: item?.id ?? form.newId,
  });
  const onContinue = (saved: AdminPost): void => {
    setItem(saved);
    onCreated(saved.id);
  };
  const savedAt = pending?.saved_at ?? opened?.updated_at ?? null;
  const saving = useSavePost({
    item,
    settleSlug: settle,
    form,
    onClose,
    status: useSaveStatus(userId, savedAt, pending !== null),
    onAutosaved: onContinue,
    onContinue: (saved) => {
      onContinue(saved);
      publishing.noteSaved();
    },
  });
  const publishing = usePublishing({ item, form, ...saving });
  return { item, form, suggestion, ...saving, publishing };
}

function openedValues(item: AdminPost | null, pending: PendingDraft | null): PostValues {
  if (pending) return pendingToValues(pending);
  return item ? postToValues(item) : EMPTY_POST;
}
