import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { editor } from '#site/content/editor.ts';
import { Button } from '#site/ui/button.tsx';

export const SETTINGS_ID = 'post-settings';

type SettingsPanelProps = {
  /** A sheet over the text, while the window is narrow. */
  isSheet: boolean;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
};

/**
 * The settings of a post: a panel beside the text, or a sheet over it. Not a Radix dialog, which would take the fields
 * out of the form and, while it is closed, out of the document. The rest of the form is inert while the sheet is open.
 */
export function SettingsPanel({ isSheet, isOpen, onClose, children }: SettingsPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const isShown = isSheet && isOpen;
  useEffect(() => {
    if (!isShown) return;
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    panel.current?.focus();
    return () => opener?.focus();
  }, [isShown]);
  const handleKeys = (event: KeyboardEvent): void => {
    // A dialog of a field in the sheet has handled its own Escape.
    if (event.key !== 'Escape' || event.defaultPrevented || !panel.current?.contains(event.target as Node)) return;
    event.preventDefault();
    onClose();
  };
  const words = editor.settings;
  return (
    <>
      {isShown && <div role="presentation" className="settings-panel__veil" onClick={onClose} />}
      <section
        ref={panel}
        id={SETTINGS_ID}
        className="settings-panel"
        aria-labelledby="post-settings-heading"
        {...(isSheet && { role: 'dialog', 'aria-modal': true, tabIndex: -1, onKeyDown: handleKeys })}
        data-open={isShown || undefined}
      >
        <div className="settings-panel__head">
          <h2 id="post-settings-heading">{words.heading}</h2>
          {isSheet && (
            <Button size="small" variant="line" onClick={onClose}>
              {words.done}
            </Button>
          )}
        </div>
        <div className="settings-panel__body stack">{children}</div>
      </section>
    </>
  );
}
