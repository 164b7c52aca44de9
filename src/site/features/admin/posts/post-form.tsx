import { isPublic } from '#contract/post-status.ts';
import { dashboard } from '#site/content/dashboard.ts';
import type { AdminPost } from '#site/gateway/admin-posts.ts';
import type { Category } from '#site/gateway/categories.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { ItemFormFrame } from '../item-form.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { ContentField } from './content-field.tsx';
import { PendingNotice } from './pending-notice.tsx';
import { withTitle } from './post-values.ts';
import { PresenceNotice } from './presence-notice.tsx';
import { LivePreview } from './preview/live-preview.tsx';
import { useNow } from './use-now.ts';
import { type PostFormProps, usePostForm } from './use-post-form.ts';
import { VersionsPanel } from './versions/versions-panel.tsx';
import { PostSettings } from './writing/post-settings.tsx';
import { SettingsPanel } from './writing/settings-panel.tsx';
import { TitleField } from './writing/title-field.tsx';
import { useWritingLayout } from './writing/use-writing-layout.ts';
import { WritingBar } from './writing/writing-bar.tsx';

/** Creates a post, or edits `item`. */
export function PostForm(props: PostFormProps) {
  const { userId, categories, onClose, onLeave, onReplaced } = props;
  const { item, pending, form, suggestion, save, isSaving, conflict, ...saves } = usePostForm(props);
  const { values, change, errors } = form;
  const layout = useWritingLayout();
  const now = useNow();
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
      {item && <PresenceNotice postId={item.id} userId={userId} />}
      {item && pending && (
        <PendingNotice {...{ item, pending, userId, onReplaced }} draft={form.origin.current.draft} />
      )}
      {conflict && (
        <ConflictPanel
          {...{ conflict, userId }}
          mine={values}
          categories={known}
          onKeepMine={() => save(values, conflict.theirs)}
          onTakeTheirs={() => {
            form.keepNow(conflict.theirs.id, true);
            saves.discardPending();
            props.onCreated(conflict.theirs.id);
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
    </ItemFormFrame>
  );
}

/** The post's own category stays selectable where the list could not be read. */
function withOwn(categories: readonly Category[], item: AdminPost | null): readonly PostCategory[] {
  const own = item?.categories;
  return own && !categories.some(({ id }) => id === own.id) ? [own, ...categories] : categories;
}
