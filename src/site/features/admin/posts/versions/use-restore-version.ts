import { editor } from '#site/content/editor.ts';
import { type AdminPost, PostConflict, updatePost } from '#site/gateway/admin-posts.ts';
import type { PostFields } from '#site/gateway/site-database.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { toast } from '#site/ui/toast.ts';
import { staleAfter } from '../../refresh-queries.ts';
import { useAdminMutation } from '../../use-admin-mutation.ts';
import type { FormSession } from '../../form-session/use-form-session.ts';
import type { PostValues } from '../post-values.ts';

type RestoreOptions = {
  item: AdminPost;
  form: FormSession<PostValues, AdminPost>;
  onRestored: (post: AdminPost) => void;
};

/** Saves an earlier version over the opened one. Status, date and slug stay, so that a restore does not publish or move a page. */
export function useRestoreVersion({ item, form, onRestored }: RestoreOptions) {
  const { mutate, isPending } = useAdminMutation({
    write: (client, fields: Partial<PostFields>) =>
      updatePost(client, item.id, fields, item.updated_at, { form: form.slot, draft: form.origin.draft }),
    stale: staleAfter('post'),
    failed: DASHBOARD_MESSAGES.restoreVersionFailed,
    explain: (error) => (error instanceof PostConflict ? DASHBOARD_MESSAGES.restoreVersionConflict : undefined),
    onDone: (post) => {
      toast(DASHBOARD_MESSAGES.versionRestored);
      // The save has removed the pending draft; its text stays on this device.
      form.makeWay(item.id, form.origin.draft !== null);
      onRestored(post);
    },
  });
  const restore = (version: PostFields, categories: readonly { id: string }[]): void => {
    const hasChanges = form.isDirty || form.origin.draft !== null;
    if (isPending || (hasChanges && !window.confirm(editor.versions.discardQuestion))) return;
    const { status: _status, slug: _slug, published_at: _publishedAt, category_id, ...fields } = version;
    // A deleted category cannot be restored with the version; the present one stays.
    mutate({ ...fields, ...(categories.some(({ id }) => id === category_id) && { category_id }) });
  };
  return { restore, isRestoring: isPending };
}
