import { isPublic } from '#contract/post-status.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { type AdminPost, findAdminPost } from '#site/gateway/admin-posts.ts';
import { browserClient } from '#site/gateway/client.ts';
import type { Category } from '#site/gateway/items.ts';
import { discardPendingDraft, findPendingDraft, type PendingDraft } from '#site/gateway/post-drafts.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { MESSAGES } from '#site/messages.ts';
import { toast } from '#site/ui/toast.ts';
import { type FormSession, useFormSession } from '../form-session/use-form-session.ts';
import { ItemFormFrame } from '../item-form.tsx';
import { useIsWriter } from '../role.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { ContentField, useUploads } from './content-field.tsx';
import { useNow } from './local-time.ts';
import { PendingNotice } from './pending-notice.tsx';
import { EMPTY_POST, POST_RULES, postToValues, type PostValues, postVersion, withTitle } from './post-values.ts';
import { PreviewLinkPanel } from './preview-link/preview-link.tsx';
import { PresenceNotice } from './presence-notice.tsx';
import { LivePreview } from './preview/live-preview.tsx';
import { PublishActions } from './publishing/publish-actions.tsx';
import { PublishDialog } from './publishing/publish-dialog.tsx';
import { actionsFor, notBefore, usePublishing } from './publishing/use-publishing.ts';
import { pendingToValues, readPostConflict, writePost } from './save-post.ts';
import { useDeleteDraft, useDiscard } from './use-discard.ts';
import { ReviewPanel } from './reviews/review-panel.tsx';
import { useReview, useReviewSteps } from './reviews/use-review.ts';
import { WriterActions } from './reviews/writer-actions.tsx';
import { usePostSlug } from './use-post-slug.ts';
import { VersionsPanel } from './versions/versions-panel.tsx';
import { PostSettings } from './writing/post-settings.tsx';
import { SettingsPanel } from './writing/settings-panel.tsx';
import { TitleField } from './writing/title-field.tsx';
import { useWritingLayout } from './writing/use-writing-layout.ts';
import { WritingBar } from './writing/writing-bar.tsx';

export type PostFormProps = {
  item: AdminPost | null;
  /** Changes of the post that are not in it yet: the form starts with them. */
  pending: PendingDraft | null;
  /** The pending draft with what was saved to the post since; the form starts with it instead. */
  merged?: PostValues | null;
  restoredSlot: string | undefined;
  categories: readonly Category[];
  onClose: () => void;
  /** Closes the form; asks where there are unsaved changes. */
  onLeave: () => void;
  /** The form of a new post stays open, and from now on is that of the created one. */
  onCreated: (id: string) => void;
  /** The opened version was replaced by another editor's or by an earlier one. */
  onReplaced: (post: AdminPost, pending?: PendingDraft) => void;
};

/** Creates a post, or edits `item`. */
export function PostForm(props: PostFormProps) {
  const { item: opened, pending, categories, onLeave, onCreated, onReplaced } = props;
  const { form, suggestion } = usePostForm(props);
  const { item, values, change, errors, isSaving } = form;
  const isWriter = useIsWriter();
  const { review, isBusy, ask, withdraw, giveBack } = usePostReview(form, props.onClose);
  const isLocked = isWriter && review.isWaiting;
  const publishing = usePublishing(form);
  const uploads = useUploads();
  const failure = conflictOf(form);
  const shown = failure?.conflict?.with === 'item' ? failure.conflict.item : item;
  const discards = useDiscard(form, onReplaced);
  const takeTheirs = useTakeTheirs(form, { onCreated, onReplaced });
  const layout = useWritingLayout();
  const now = notBefore(item, useNow());
  const actions = actionsFor(item, values, now);
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
      actions={{
        buttons: isWriter ? (
          <WriterActions
            state={review.review?.state ?? null}
            isBusy={isSaving || isBusy}
            onAsk={() => uploads.refuse() || ask()}
            discards={discards}
          />
        ) : (
          <PublishActions
            {...actions}
            isSaving={isSaving}
            onAction={(action) => uploads.refuse() || publishing.run(action)}
            discards={discards}
          />
        ),
        onSubmit: () => {
          if (isSaving || isBusy || uploads.refuse()) return;
          if (isLocked) withdraw();
          else if (isWriter) void form.save();
          else publishing.run(actions.primary);
        },
      }}
      idPrefix="post"
      form={form}
      hidesFailure={failure !== null}
      formProps={layout.formProps}
      isCovered={layout.isCovered}
    >
      <div className="post-notices stack">
        {item && <PresenceNotice postId={item.id} />}
        {item && pending && item === opened && <PendingNotice pending={pending} />}
      </div>
      {failure?.conflict && shown && (
        <ConflictPanel
          conflict={failure.conflict}
          heading={failure.text}
          item={shown}
          mine={values}
          categories={known}
          onKeepMine={() => uploads.refuse() || void form.overwrite()}
          onTakeTheirs={() => void takeTheirs()}
        />
      )}
      <div className="writing" data-preview={layout.isPreviewShown || undefined}>
        <div className="writing__text" hidden={layout.isTextHidden} inert={layout.isCovered || isLocked}>
          <TitleField
            value={values.title}
            onChange={(title) => change(withTitle(values, title))}
            error={errors.title}
          />
          <ContentField
            value={values.content}
            merges={form.merges}
            onChange={(content) => change({ content })}
            error={errors.content}
            uploads={uploads}
          />
        </div>
        {layout.isPreviewShown && (
          <div className="writing__preview" inert={layout.isCovered}>
            <LivePreview values={values} slug={suggestion.slug} category={category} />
          </div>
        )}
        <div className="writing__side">
          <div className="writing__review" inert={layout.isCovered}>
            {item && (
              <ReviewPanel
                postId={item.id}
                content={values.content}
                review={review}
                onReturn={async (note) => !uploads.refuse() && giveBack(note)}
                isReturning={isBusy}
              />
            )}
          </div>
          <SettingsPanel
            isSheet={layout.isSheet}
            isOpen={layout.isSheetOpen}
            onClose={() => layout.setSheetOpen(false)}
          >
            <div className="writing__settings" inert={isLocked}>
              <PostSettings form={form} categories={known} category={category} suggestion={suggestion} />
            </div>
            {item && !isWriter && <PreviewLinkPanel postId={item.id} />}
            {item && !isLocked && <VersionsPanel item={item} form={form} categories={known} onRestored={onReplaced} />}
          </SettingsPanel>
        </div>
      </div>
      <PublishDialog
        dialog={publishing.dialog}
        values={values}
        category={category}
        slug={suggestion.slug}
        onConfirm={publishing.confirm}
        onClose={publishing.close}
        onGoTo={(fieldId) => {
          publishing.close();
          layout.goTo(fieldId);
        }}
      />
    </ItemFormFrame>
  );
}

/** The review of the open post, and its steps. What is not saved is saved before a step that closes the form. */
function usePostReview(form: FormSession<PostValues, AdminPost>, onClose: () => void) {
  const { item, origin } = form;
  const review = useReview(item?.status === 'draft' ? item.id : undefined);
  const { asking, withdrawing, returning } = useReviewSteps(onClose);
  const isBusy = asking.isPending || withdrawing.isPending || returning.isPending;
  const postId = item?.id ?? origin.newId;
  const ask = async (): Promise<void> => {
    if (await form.save({ closes: false })) asking.mutate(postId);
  };
  const giveBack = async (note: string): Promise<boolean> => {
    if (form.isDirty && !(await form.save({ closes: false, keeps: true }))) return false;
    return returning.mutateAsync({ postId, note }).then(
      () => true,
      () => false,
    );
  };
  return {
    review,
    isBusy,
    ask: () => form.ifValid(() => void ask()),
    withdraw: () => withdrawing.mutate(postId),
    giveBack,
  };
}

/** The session of the form, and the slug that the post would get. */
function usePostForm({ item, pending, merged, restoredSlot, onClose, onCreated }: PostFormProps) {
  const remove = useDeleteDraft();
  const initial = pending ? pendingToValues(pending) : item ? postToValues(item) : EMPTY_POST;
  const form = useFormSession<PostValues, AdminPost>({
    kind: 'post',
    item,
    version: item && postVersion(item, pending, merged ? item.updated_at : pending?.base),
    initial,
    shown: merged ?? undefined,
    lastSave: { at: pending?.saved_at ?? item?.updated_at ?? null, isPending: pending !== null },
    restoredSlot,
    rules: POST_RULES,
    write: (client, request) => writePost(client, request, settle),
    readConflict: readPostConflict,
    discard: ({ id }) => remove(id),
    messages: { created: MESSAGES.postCreated, updated: MESSAGES.postUpdated, failed: MESSAGES.savePostFailed },
    onClose,
    onCreated,
  });
  const { suggestion, settle } = usePostSlug({ values: form.values, ownId: form.item?.id ?? form.origin.newId });
  return { form, suggestion };
}

/** Shows the other version of a conflict. The words of the form stay on the device. */
function useTakeTheirs(
  form: FormSession<PostValues, AdminPost>,
  { onCreated, onReplaced }: Pick<PostFormProps, 'onCreated' | 'onReplaced'>,
) {
  return async (): Promise<void> => {
    const conflict = form.failure?.conflict;
    const id = conflict?.with === 'item' ? conflict.item.id : form.item?.id;
    if (!conflict || !id) return;
    const client = await browserClient();
    const own = form.origin.draft;
    try {
      // Only if no other form has changed it.
      if (conflict.with === 'item' && own) await discardPendingDraft(client, { post_id: id, version: own });
    } catch (error) {
      console.info('The pending draft could not be deleted:', error);
    }
    const [post, pending] = await Promise.all([findAdminPost(client, id), findPendingDraft(client, id)]).catch(
      () => [],
    );
    if (!post) return void toast(MESSAGES.fetchPostsFailed);
    if (!form.makeWay(id, true)) return;
    onCreated(id);
    onReplaced(post, pending ?? undefined);
  };
}

/** The failure of a save that met another version of the same paragraph; one of an autosave is a line of the form. */
function conflictOf({ isSaving, failure }: FormSession<PostValues, AdminPost>) {
  return isSaving || !failure?.conflict || failure.request.asked === null ? null : failure;
}

/** The post's own category stays selectable where the list could not be read. */
function withOwn(categories: readonly Category[], item: AdminPost | null): readonly PostCategory[] {
  const own = item?.categories;
  return own && !categories.some(({ id }) => id === own.id) ? [own, ...categories] : categories;
}
