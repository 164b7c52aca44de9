import { media } from '#site/content/media.ts';
import { paste } from '#site/content/paste.ts';
import { UploadError } from './upload-error.ts';

export type UploadBox = {
  element: HTMLElement;
  showProgress: (fraction: number) => void;
  showError: (error: unknown) => void;
};

/** The box of an upload in the text: its progress, or its error with two buttons. */
export function createUploadBox({ retry, remove }: { retry: () => void; remove: () => void }): UploadBox {
  const element = document.createElement('span');
  element.className = 'upload-box';
  element.contentEditable = 'false';
  const text = document.createElement('span');
  text.setAttribute('role', 'status');
  const progress = document.createElement('progress');
  progress.max = 1;
  const showProgress = (fraction: number): void => {
    const percent = Math.floor(fraction * 100);
    const words = percent < 100 ? paste.picture.uploading(percent) : paste.picture.checking;
    progress.setAttribute('aria-label', words);
    // Announced at its start and end only.
    if (fraction === 0 || percent >= 100) text.textContent = percent < 100 ? paste.picture.started : words;
    if (percent < 100) progress.value = fraction;
    else progress.removeAttribute('value');
    element.replaceChildren(text, progress);
  };
  const showError = (error: unknown): void => {
    console.error('Failed to upload pasted picture:', error);
    const kind = error instanceof UploadError ? error.kind : 'unknown';
    text.textContent = paste.picture.failed(media.errors[kind]);
    element.replaceChildren(text, button(paste.picture.retry, retry), button(paste.picture.remove, remove));
  };
  return { element, showProgress, showError };
}

function button(label: string, run: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'button button--line button--small';
  element.textContent = label;
  element.addEventListener('click', run);
  return element;
}
