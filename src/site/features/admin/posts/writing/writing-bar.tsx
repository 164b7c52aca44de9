import { editor } from '#site/content/editor.ts';
import { Button } from '#site/ui/button.tsx';
import { Icon } from '#site/ui/icon.tsx';
import { SETTINGS_ID } from './settings-panel.tsx';

type WritingBarProps = {
  onBack: () => void;
  isPreviewShown: boolean;
  onPreview: (isShown: boolean) => void;
  /** The address of the post, where visitors can read it. */
  address: string | undefined;
  /** Where the settings are a sheet. */
  settings: { isOpen: boolean; onOpen: () => void; errors: number } | undefined;
};

/** The bar at the top of an open post: back to the list, the preview, the settings. */
export function WritingBar({ onBack, isPreviewShown, onPreview, address, settings }: WritingBarProps) {
  const words = editor.writing;
  return (
    <>
      <Button size="small" variant="quiet" className="writing-bar__back" onClick={onBack} aria-label={words.back}>
        <Icon name="left" />
        <span className="writing-bar__word">{words.back}</span>
      </Button>
      <span className="writing-bar__space" />
      {address && (
        <a className="writing-bar__view tap" href={address} target="_blank" rel="noreferrer">
          <span className="writing-bar__word">{words.view}</span>
          <Icon name="out" />
          <span className="sr-only"> {words.newTab}</span>
        </a>
      )}
      <div className="writing-bar__modes framed" role="group" aria-label={words.modes}>
        <button type="button" aria-pressed={!isPreviewShown} onClick={() => onPreview(false)}>
          {words.write}
        </button>
        <button type="button" aria-pressed={isPreviewShown} onClick={() => onPreview(true)}>
          {words.preview}
        </button>
      </div>
      {settings && (
        <Button
          size="small"
          variant="line"
          aria-haspopup="dialog"
          aria-expanded={settings.isOpen}
          aria-controls={SETTINGS_ID}
          onClick={settings.onOpen}
        >
          {editor.settings.heading}
          {settings.errors > 0 && <span className="writing-bar__errors">{words.errors(settings.errors)}</span>}
        </Button>
      )}
    </>
  );
}
