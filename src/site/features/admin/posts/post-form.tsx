import { isPublic } from '#contract/post-status.ts';
import { dashboard } from '#site/content/dashboard.ts';
import type { AdminPost } from '#site/gateway/admin-posts.ts';
import type { Category } from '#site/gateway/categories.ts';
import type { PendingDraft } from '#site/gateway/post-drafts.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { ItemFormFrame } from '../item-form.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { ContentField } from './content-field.tsx';
import { PendingNotice } from './pending-notice.tsx';
import { withTitle } from './post-values.ts';
import { PresenceNotice } from './presence-notice.tsx';
import { LivePreview } from './preview/live-preview.tsx';
import { PublishDialog } from './publishing/publish-dialog.tsx';
import { PublishActions } from './publishing/publish-actions.tsx';
import { actionsFor, notBefore } from './publishing/publishing-state.ts';
import { useNow } from './use-now.ts';
import { usePostForm } from './use-post-form.ts';
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

/** Creates a post, or edits `item`. */
export function PostForm(props: PostFormProps) {
  const { item: opened, pending, userId, categories, onClose, onLeave, onCreated, onReplaced } = props;
  const { item, form, suggestion, save, isSaving, conflict, publishing, ...saves } = usePostForm(props);
  const { values, change, errors } = form;
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
      renderActions={(attempt) => (
        <PublishActions
          {...actionsFor(item, now)}
          isSaving={isSaving}
          onAction={(action) => publishing.run(action, attempt)}
        />
      )}
      idPrefix="post"
      form={form}
      isSaving={isSaving}
      status={saves.status}
      isCreatedByItself={saves.isCreatedByItself}
      onDiscard={saves.discardCreated}
      onSave={(options) => save(values, item, options)}
      onClose={onClose}
      formProps={layout.formProps}
      isCovered={layout.isCovered}
    >
      <div className="post-notices">
        {item && <PresenceNotice postId={item.id} userId={userId} />}
        {item && pending && item === opened && (
          <PendingNotice {...{ item, pending, userId, onReplaced }} draft={form.origin.current.draft} />
        )}
      </div>
      {conflict && (
        <ConflictPanel
          {...{ conflict, userId }}
          mine={values}
          categories={known}
          onKeepMine={() => save(values, conflict.theirs)}
          onTakeTheirs={() => {
            form.keepNow(conflict.theirs.id, true);
            saves.discardPending();
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
          <PostSettings {...{ values, change, errors, category, suggestion }} categories={known} />
          {item && <VersionsPanel item={item} form={form} categories={known} onRestored={onReplaced} />}
        </SettingsPanel>
      </div>
      <PublishDialog
        dialog={publishing.dialog}
        {...{ values, category }}
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

/** The post's own category stays selectable where the list could not be read. */
function withOwn(categories: readonly Category[], item: AdminPost | null): readonly PostCategory[] {
  const own = item?.categories;
  return own && !categories.some(({ id }) => id === own.id) ? [own, ...categories] : categories;
}
