import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { imageSources } from '#contract/image-sources.ts';
import { media } from '#site/content/media.ts';
import type { ChosenPicture } from '#site/gateway/media.ts';
import { Button } from '#site/ui/button.tsx';
import { TextField } from '#site/ui/field.tsx';
import { carriesFiles, pastedFiles } from './file-choice.tsx';
import { ImageDialog, type Opening } from './image-dialog.tsx';

type ImageFieldProps = {
  id: string;
  name: string;
  label: string;
  note?: string;
  hint?: string;
  error?: string | undefined;
  /** Of the dialog in which a picture is chosen. */
  dialogTitle?: string;
  /** The URL of the picture, or ''. */
  value: string;
  /** `picture` is given where the URL comes from the dialog. */
  onChange: (url: string, picture?: ChosenPicture) => void;
};

/** The URL of a picture: typed, uploaded or chosen; a file may be dropped anywhere on the field. */
export function ImageField({ value, onChange, dialogTitle = media.dialog.fieldTitle, ...field }: ImageFieldProps) {
  const [opening, setOpening] = useState<Opening | null>(null);
  const wasDropped = useRef(false);
  const drop = (event: DragEvent): void => {
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    wasDropped.current = true;
    setOpening({ tab: 'upload', files });
  };
  const focusDropped = (): boolean => {
    const isDropped = wasDropped.current;
    wasDropped.current = false;
    if (isDropped) document.getElementById(field.id)?.focus();
    return isDropped;
  };
  const allowDrop = (event: DragEvent): void => {
    if (carriesFiles(event.dataTransfer)) event.preventDefault();
  };
  const { upload, choose, remove } = media.field;
  return (
    <>
      <div className="image-field" onDragOver={allowDrop} onDrop={drop}>
        <TextField
          {...field}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <div className="row">
          <Button size="small" variant="line" onClick={() => setOpening({ tab: 'upload', files: [] })}>
            {upload}
          </Button>
          <Button size="small" variant="line" onClick={() => setOpening({ tab: 'library', files: [] })}>
            {choose}
          </Button>
          {value !== '' && (
            <Button size="small" variant="quiet" onClick={() => onChange('')}>
              {remove}
            </Button>
          )}
        </div>
        {isShowable(value) && <Preview key={value} url={value.trim()} />}
      </div>
      <ImageDialog
        title={dialogTitle}
        opening={opening}
        onClose={() => setOpening(null)}
        onChosen={([picture]) => picture && onChange(picture.url, picture)}
        focusAfter={focusDropped}
      />
    </>
  );
}

function isShowable(value: string): boolean {
  return /^(https:\/\/.|\/[^/])/.test(value.trim());
}

/** Hidden while the URL shows no picture. */
function Preview({ url }: { url: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return null;
  return (
    <img
      className="image-field__picture"
      src={imageSources(url, 640)?.src ?? url}
      alt=""
      onError={() => setBroken(true)}
    />
  );
}

/** Pictures for a text: `onInsert` gets the HTML of the uploaded or chosen pictures, one in each line. */
export function useImageDrop(onInsert: (html: string) => void) {
  const [opening, setOpening] = useState<Opening | null>(null);
  const target = useRef<HTMLElement | null>(null);
  const take = (event: DragEvent | ClipboardEvent, files: readonly File[]): void => {
    if (files.length === 0) return;
    event.preventDefault();
    target.current = event.currentTarget as HTMLElement;
    setOpening({ tab: 'upload', files });
  };
  // Inserting moves the focus into the text; a drop or paste that was abandoned returns to its target.
  const focusAfter = (isUsed: boolean): boolean => {
    const dropTarget = target.current;
    target.current = null;
    if (!isUsed) dropTarget?.focus();
    return isUsed || dropTarget !== null;
  };
  return {
    /** For the text area: handles dropped and pasted files, not text. */
    dropProps: {
      onDragOver: (event: DragEvent) => {
        if (carriesFiles(event.dataTransfer)) event.preventDefault();
      },
      // Any file: by default the browser would leave the page to show it.
      onDrop: (event: DragEvent) => take(event, [...event.dataTransfer.files]),
      onPaste: (event: ClipboardEvent) => take(event, pastedFiles(event.clipboardData)),
    },
    open: () => setOpening({ tab: 'upload', files: [] }),
    /** To be rendered once in the form. */
    dialog: (
      <ImageDialog
        title={media.dialog.insertTitle}
        opening={opening}
        onClose={() => setOpening(null)}
        takesMany
        onChosen={(pictures) => onInsert(pictures.map(pictureHtml).join('\n'))}
        focusAfter={focusAfter}
      />
    ),
  };
}

/** The HTML of a picture in a post, with its size, so that the layout does not shift when it loads. */
export function pictureHtml({ url, alt, width, height }: Omit<ChosenPicture, 'path'>): string {
  const size = width > 0 && height > 0 ? ` width="${width}" height="${height}"` : '';
  return `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}"${size}>`;
}

/** A line break in an attribute would become a `<br>` (specification §2). */
function escapeAttribute(text: string): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  return folded.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
