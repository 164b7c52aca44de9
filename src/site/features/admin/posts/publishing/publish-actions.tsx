import { useId } from 'react';
import { publishing } from '#site/content/publishing.ts';
import { Button } from '#site/ui/button.tsx';
import { useMedia } from '#site/ui/use-media.ts';
import type { PublishingAction } from './use-publishing.ts';

type PublishActionsProps = {
  primary: PublishingAction;
  others: readonly PublishingAction[];
  isSaving: boolean;
  onAction: (action: PublishingAction) => void;
  /** What can be discarded: a draft, or the pending changes of a post. */
  discards: { label: string; run: () => void } | undefined;
};

/** The buttons that save or publish a post; on a phone the rarely used ones are in a menu. */
export function PublishActions({ primary, others, isSaving, onAction, discards }: PublishActionsProps) {
  const menuId = useId();
  const isWide = useMedia('(width >= 48rem)');
  const words = publishing.actions;
  const buttonOf = (action: PublishingAction, menu = {}) => (
    <Button
      key={action}
      size="small"
      variant={action === primary ? 'primary' : 'line'}
      aria-disabled={isSaving}
      {...(action === primary ? { type: 'submit' } : { onClick: () => isSaving || onAction(action) })}
      {...menu}
    >
      {words[action]}
    </Button>
  );
  const discardButton = (menu = {}) =>
    discards && (
      <Button size="small" variant="quiet" disabled={isSaving} onClick={discards.run} {...menu}>
        {discards.label}
      </Button>
    );
  const closing = { popoverTarget: menuId, popoverTargetAction: 'hide' } as const;
  const hasMenu = !isWide && (others.length > 0 || discards);
  return (
    <div className="publish-actions">
      {isWide && discardButton()}
      {isWide && others.map((action) => buttonOf(action))}
      {hasMenu && (
        <>
          <Button size="small" variant="line" popoverTarget={menuId} aria-label={publishing.more}>
            <span aria-hidden="true">•••</span>
          </Button>
          <div id={menuId} popover="auto" className="publish-actions__menu framed">
            {others.map((action) => buttonOf(action, closing))}
            {discardButton(closing)}
          </div>
        </>
      )}
      {buttonOf(primary)}
    </div>
  );
}
