import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMedia } from '#site/ui/use-media.ts';
import { SETTINGS_ID } from './settings-panel.tsx';
import { focusText } from './title-field.tsx';

/** What of an open post is shown: the text, the preview, the settings. */
export function useWritingLayout() {
  const isSheet = !useMedia(SETTINGS_BESIDE);
  const isPreviewBeside = useMedia(PREVIEW_BESIDE);
  const [isPreviewShown, setPreviewShown] = useState(isPreviewBeside);
  const textScrolledTo = useRef(0);
  const [isSheetOpen, setSheetOpen] = useState(false);
  useKeyboardResizes();
  const isCovered = isSheet && isSheetOpen;

  /** Where the preview takes the place of the text, the text returns to where it was scrolled to. */
  const showPreview = (isShown: boolean): void => {
    if (isShown) textScrolledTo.current = window.scrollY;
    flushSync(() => setPreviewShown(isShown));
    if (!isPreviewBeside) window.scrollTo({ top: isShown ? 0 : textScrolledTo.current, behavior: 'instant' });
  };
  /** Shows the sheet or the text that contains the field, so that the field can take the focus. */
  const reveal = (fieldId: string): void => {
    const field = document.getElementById(fieldId);
    const isSetting = field?.closest(`#${SETTINGS_ID}`) != null;
    flushSync(() => {
      if (isSetting) setSheetOpen(true);
      else if (!isPreviewBeside) setPreviewShown(false);
    });
  };
  /** Reveals the field of a link in a list of errors, before the link moves the focus there. */
  const revealLinked = (event: MouseEvent): void => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#post-"]');
    if (link) reveal(link.hash.slice(1));
  };
  /** Reveals and focuses the field, after a closing dialog has returned the focus. */
  const goTo = (fieldId: string): void => {
    setTimeout(() => {
      reveal(fieldId);
      if (fieldId === 'post-content') focusText();
      else document.getElementById(fieldId)?.focus();
    }, 50);
  };
  return {
    isSheet,
    isSheetOpen,
    setSheetOpen,
    isCovered,
    isPreviewShown,
    showPreview,
    isTextHidden: isPreviewShown && !isPreviewBeside,
    goTo,
    formProps: { onClickCapture: revealLinked, onKeyDown: keepOpen },
  };
}

/** Enter in a field of one line would submit the form: publishing must be deliberate. */
function keepOpen(event: KeyboardEvent): void {
  // The dialogs of a field are children of the form in React only.
  const isOwn = event.target instanceof HTMLInputElement && event.currentTarget.contains(event.target);
  if (isOwn && event.key === 'Enter') event.preventDefault();
}

const RESIZES = 'interactive-widget=resizes-content';

/** The keyboard of a phone makes the page smaller instead of covering it, so that bars and caret stay visible. */
function useKeyboardResizes(): void {
  useEffect(() => {
    const viewport = document.querySelector<HTMLMetaElement>('meta[name=viewport]');
    if (!viewport) return;
    const before = viewport.content;
    viewport.content = `${before}, ${RESIZES}`;
    return () => {
      viewport.content = before;
    };
  }, []);
}

/** From here the settings of a post are a panel beside the text, below it they are a sheet. As in writing.css. */
const SETTINGS_BESIDE = '(width >= 64rem)';
/** From here the preview is beside the text, below it takes its place. */
const PREVIEW_BESIDE = '(width >= 90rem)';
