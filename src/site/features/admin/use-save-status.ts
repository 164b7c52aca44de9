import { useMemo, useState } from 'react';
import { formatSavedTime } from '#contract/saved-time.ts';
import { dashboard, type WriteErrorKind } from '#site/content/dashboard.ts';
import { saving } from '#site/content/saving.ts';
import { PostConflict } from '#site/gateway/admin-posts.ts';
import { ItemConflict } from '#site/gateway/item-conflict.ts';
import { DraftConflict } from '#site/gateway/post-drafts.ts';
import { nameOf } from './name-of.ts';
import { writeErrorKind } from './write-error.ts';

export type SaveStatus = {
  isSaving: boolean;
  /** When the item was last saved, in ISO 8601; null for a new one. */
  savedAt: string | null;
  /** Whether this form saved it. */
  isOwn: boolean;
  /** Whether the save went to the pending draft, and not to the post itself. */
  isPending: boolean;
  error: { kind: WriteErrorKind | 'conflict'; text: string } | null;
  /** Whether all that is not saved is what no autosave writes. */
  isOnlyManual?: boolean;
};

/** What the state line of a form says about its saves, whether the editor asked for them or not. */
export function useSaveStatus(userId: string, savedAt: string | null, isPending = false) {
  const [status, setStatus] = useState<SaveStatus>({ isSaving: false, savedAt, isOwn: false, isPending, error: null });
  const moves = useMemo(
    () => ({
      start: () => setStatus((now) => ({ ...now, isSaving: true })),
      succeed: (at: string, pending = false) =>
        setStatus({ isSaving: false, savedAt: at, isOwn: true, isPending: pending, error: null }),
      fail: (error: unknown) =>
        setStatus((now) => ({ ...now, isSaving: false, error: describe(error, userId, new Date()) })),
    }),
    [userId],
  );
  return { status, ...moves };
}

export type SaveStatusMoves = ReturnType<typeof useSaveStatus>;

function describe(error: unknown, userId: string, now: Date): NonNullable<SaveStatus['error']> {
  const words = saving.state;
  if (error instanceof ItemConflict) {
    const textOf = error instanceof PostConflict ? words.conflict : words.itemConflict;
    return { kind: 'conflict', text: textOf(nameOf(error.by, userId), formatSavedTime(error.theirs.updated_at, now)) };
  }
  if (error instanceof DraftConflict) {
    const by = { email: error.theirs.saved_by_email, userId: error.theirs.saved_by };
    return { kind: 'conflict', text: words.otherDraft(nameOf(by, userId)) };
  }
  const kind = writeErrorKind(error);
  return { kind, text: dashboard.form.errors[kind] };
}
