import { useState } from 'react';
import type { AdminPost } from '#site/gateway/admin-posts.ts';
import type { Category } from '#site/gateway/categories.ts';
import type { PendingDraft } from '#site/gateway/post-drafts.ts';
import { useItemForm } from '../use-item-form.ts';
import { useSaveStatus } from '../use-save-status.ts';
import { pendingToValues } from './keep-pending.ts';
import { EMPTY_POST, type PostValues, postToValues, postVersion, validatePost } from './post-values.ts';
import { usePostSlug } from './use-post-slug.ts';
import { useSavePost } from './use-save-post.ts';

export type PostFormProps = {
  item: AdminPost | null;
  /** Changes of the post that are not in it yet: the form starts with them. */
  pending: PendingDraft | null;
  restoredSlot: string | undefined;
  userId: string;
  categories: readonly Category[];
  onClose: () => void;
  /** Closes the form; asks where there are unsaved changes. */
  onLeave: () => void;
  onCreated: (id: string) => void;
  /** The opened version was replaced by another editor's or by an earlier one. */
  onReplaced: (post: AdminPost, pending?: PendingDraft) => void;
};

/** The values of the form, the slug it would get, and its saves. */
export function usePostForm({ item: opened, pending: openedPending, ...options }: PostFormProps) {
  const { restoredSlot, userId, onClose, onCreated } = options;
  const [item, setItem] = useState(opened);
  // A save includes the pending draft.
  const pending = item === opened ? openedPending : null;
  const form = useItemForm({
    initial: openedValues(item, openedPending),
    version: item && postVersion(item, pending),
    check: validatePost,
    place: { userId, kind: 'post', itemId: item?.id },
    restoredSlot,
  });
  const { suggestion, settle } = usePostSlug({
    typed: form.values.slug,
    title: form.values.title,
    ownId: item?.id ?? form.newId,
  });
  const savedAt = openedPending?.saved_at ?? opened?.updated_at ?? null;
  const saving = useSavePost({
    ...{ item, settleSlug: settle, form, onClose },
    status: useSaveStatus(userId, savedAt, openedPending !== null),
    onContinue: (saved) => {
      setItem(saved);
      onCreated(saved.id);
    },
  });
  return { item, pending, form, suggestion, ...saving };
}

function openedValues(item: AdminPost | null, pending: PendingDraft | null): PostValues {
  if (pending) return pendingToValues(pending);
  return item ? postToValues(item) : EMPTY_POST;
}
