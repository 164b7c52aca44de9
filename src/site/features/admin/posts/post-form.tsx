import { isPublic } from '#contract/post-status.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { type AdminPost, deletePost, PostConflict } from '#site/gateway/admin-posts.ts';
import { browserClient } from '#site/gateway/client.ts';
import type { Category } from '#site/gateway/items.ts';
import { discardPendingDraft, type PendingDraft } from '#site/gateway/post-drafts.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { MESSAGES } from '#site/messages.ts';
import { type FormSession, useFormSession } from '../form-session/use-form-session.ts';
import { ItemFormFrame } from '../item-form.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { ContentField } from './content-field.tsx';
import { useNow } from './local-time.ts';
import { PendingNotice } from './pending-notice.tsx';
import { EMPTY_POST, POST_RULES, postToValues, type PostValues, postVersion, withTitle } from './post-values.ts';
import { PresenceNotice } from './presence-notice.tsx';
import { LivePreview } from './preview/live-preview.tsx';
import { PublishActions } from './publishing/publish-actions.tsx';
import { PublishDialog } from './publishing/publish-dialog.tsx';
import { actionsFor, notBefore, usePublishing } from './publishing/use-publishing.ts';
import { pendingToValues, writePost } from './save-post.ts';
import { usePostSlug } from './use-post-slug.ts';
import { VersionsPanel } from './versions/versions-panel.tsx';
import { PostSettings } from './writing/post-settings.tsx';
import { SettingsPanel } from './writing/settings-panel.tsx';
import { TitleField } from './writing/title-field.tsx';
import { useWritingLayout } from './writing/use-writing-layout.ts';
import { WritingBar } from './writing/writing-bar.tsx';

type PostFormProps = {
  item: AdminPost | null;
  /** Changes of the post that are not in it yet: the form starts with them. */
  pending: PendingDraft | null;
  restoredSlot: string | undefined;
  categories: readonly Category[];
  onClose: () => void;
  /** Closes the form; asks where there are unsaved changes. */
  onLeave: () => void;
  onCreated: (id: string) => void;
  /** The opened version was replaced by another editor's or by an earlier one. */
  onReplaced: (post: AdminPost, pending?: PendingDraft) => void;
};

/** Creates a post, or edits `item`. */
export function PostForm(props: PostFormProps) {
  const { item: opened, pending, categories, onLeave, onCreated, onReplaced } = props;
  const { form, suggestion } = usePostForm(props);
  const { item, values, change, errors, isSaving } = form;
  const publishing = usePublishing(form);
  const conflict = conflictOf(form);
  const layout = useWritingLayout();
  const now = notBefore(item, useNow());
  const words = dashboard.posts;
  const known = withOwn(categories, item);
  const category = known.find(({ id }) => id === values.category_id) ?? null;
  const settingErrors = Object.keys(errors).filter((name) => name !== 'title' && name !== 'content').length;
  return (
    <ItemFormFrame
      heading={item ? words.editHeading : words.createHeading}
      tools={
        <WritingBar
          onBack={onLeave}
          isPreviewShown={layout.isPreviewShown}
          onPreview={layout.showPreview}
          address={item && isPublic(item, now) ? `/blog/${item.slug}` : undefined}
          settings={
            layout.isSheet
              ? { isOpen: layout.isSheetOpen, onOpen: () => layout.setSheetOpen(true), errors: settingErrors }
              : undefined
          }
        />
      }
      actions={<PublishActions {...actionsFor(item, now)} isSaving={isSaving} onAction={publishing.run} />}
      idPrefix="post"
      form={form}
      hidesFailure={conflict !== null}
      formProps={layout.formProps}
      isCovered={layout.isCovered}
    >
      <div className="post-notices stack">
        {item && <PresenceNotice postId={item.id} />}
        {item && pending && item === opened && (
          <PendingNotice item={item} pending={pending} draft={form.origin.draft} onReplaced={onReplaced} />
        )}
      </div>
      {conflict && (
        <ConflictPanel
          conflict={conflict}
          mine={values}
          categories={known}
          onKeepMine={() => void form.save({ over: conflict.theirs })}
          onTakeTheirs={() => {
            form.makeWay(conflict.theirs.id, true);
            void discardOwnDraft(item?.id, form.origin.draft);
            onCreated(conflict.theirs.id);
            onReplaced(conflict.theirs);
          }}
        />
      )}
      <div className="writing" data-preview={layout.isPreviewShown || undefined}>
        <div className="writing__text" hidden={layout.isTextHidden} inert={layout.isCovered}>
          <TitleField
            value={values.title}
            onChange={(title) => change(withTitle(values, title))}
            error={errors.title}
          />
          <ContentField value={values.content} onChange={(content) => change({ content })} error={errors.content} />
        </div>
        {layout.isPreviewShown && (
          <div className="writing__preview" inert={layout.isCovered}>
            <LivePreview values={values} slug={suggestion.slug} category={category} />
          </div>
        )}
        <SettingsPanel isSheet={layout.isSheet} isOpen={layout.isSheetOpen} onClose={() => layout.setSheetOpen(false)}>
          <PostSettings form={form} categories={known} category={category} suggestion={suggestion} />
          {item && <VersionsPanel item={item} form={form} categories={known} onRestored={onReplaced} />}
        </SettingsPanel>
      </div>
      <PublishDialog
        dialog={publishing.dialog}
        values={values}
        category={category}
        slug={suggestion.slug}
        onConfirm={publishing.confirm}
        onClose={() => {
          publishing.close();
          // The button that opened the dialog is gone when the post is published.
          if (publishing.dialog?.phase === 'done') layout.goTo('post-content');
        }}
        onLeave={onLeave}
        onGoTo={(fieldId) => {
          publishing.close();
          layout.goTo(fieldId);
        }}
      />
    </ItemFormFrame>
  );
}

/** The session of the form, and the slug that the post would get. */
function usePostForm({ item, pending, restoredSlot, onClose, onCreated }: PostFormProps) {
  const initial = pending ? pendingToValues(pending) : item ? postToValues(item) : EMPTY_POST;
  const form = useFormSession<PostValues, AdminPost>({
    kind: 'post',
    item,
    version: item && postVersion(item, pending),
    initial,
    lastSave: { at: pending?.saved_at ?? item?.updated_at ?? null, isPending: pending !== null },
    restoredSlot,
    rules: POST_RULES,
    write: (client, request) => writePost(client, request, settle),
    discard: { remove: deletePost, failed: MESSAGES.deletePostFailed },
    messages: { created: MESSAGES.postCreated, updated: MESSAGES.postUpdated, failed: MESSAGES.savePostFailed },
    onClose,
    onCreated,
  });
  const { suggestion, settle } = usePostSlug({ values: form.values, ownId: form.item?.id ?? form.origin.newId });
  return { form, suggestion };
}

/** The conflict that the last save met; one of an autosave is a line of the form until the editor saves. */
function conflictOf({ isSaving, failure }: FormSession<PostValues, AdminPost>): PostConflict | null {
  const cause = isSaving || !failure || failure.isAutosave ? null : failure.cause;
  return cause instanceof PostConflict ? cause : null;
}

/** Deletes the pending draft that the form is based on, if no other form has changed it. */
async function discardOwnDraft(postId: string | undefined, version: string | null): Promise<void> {
  if (!postId || !version) return;
  try {
    await discardPendingDraft(await browserClient(), { post_id: postId, version });
  } catch (error) {
    console.info('The pending draft could not be deleted:', error);
  }
}

/** The post's own category stays selectable where the list could not be read. */
function withOwn(categories: readonly Category[], item: AdminPost | null): readonly PostCategory[] {
  const own = item?.categories;
  return own && !categories.some(({ id }) => id === own.id) ? [own, ...categories] : categories;
}
