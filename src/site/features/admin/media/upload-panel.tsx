import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { media } from '#site/content/media.ts';
import type { ChosenPicture } from '#site/gateway/media.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { AltField, type AltText, NO_ALT, altError, altOf } from './alt-field.tsx';
import { FileChoice } from './file-choice.tsx';
import { pastedFiles } from './transferred-file.ts';
import { useUpload } from './use-upload.ts';

type UploadPanelProps = {
  /** A file that was dropped or pasted before the dialog opened. */
  given: File | null;
  /** The person is at the second of several files: the focus goes to its description. */
  isFollowing?: boolean;
  onUploaded: (picture: ChosenPicture) => void;
  /** Takes further files that were chosen together; without it there is one picture. */
  onMore?: (files: readonly File[]) => void;
  /** Goes on to the next file without this one; absent for the last. */
  onSkip?: () => void;
};

/** Errors of the file are shown beside its field; the others are errors of the upload. */
const OF_THE_FILE = ['too-large', 'not-a-picture', 'too-many-pixels', 'damaged'];

/** Uploads a picture from this device, with its description. */
export function UploadPanel({ given, isFollowing = false, onUploaded, onMore, onSkip }: UploadPanelProps) {
  const form = useRef<HTMLFormElement>(null);
  const [file, setFile] = useState(given);
  const [alt, setAlt] = useState<AltText>(NO_ALT);
  const [wasSent, setSent] = useState(false);
  const { fraction, errorKind, start, stop, clearError } = useUpload(onUploaded);
  const isBusy = fraction !== null;
  const uploadError = errorKind && OF_THE_FILE.includes(errorKind) ? media.errors[errorKind] : undefined;
  const fileError = uploadError ?? (wasSent && !file ? media.file.missing : undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React events bubble through the dialog's portal to the form of the post.
    event.stopPropagation();
    setSent(true);
    if (isBusy) return;
    if (file && !altError(alt)) void start(file, altOf(alt));
    else form.current?.querySelector<HTMLElement>(file ? '[name=alt]' : '[name=file]')?.focus();
  };
  useEffect(() => {
    if (isFollowing) form.current?.querySelector<HTMLElement>('[name=alt]')?.focus();
  }, [isFollowing]);
  const choose = ([first, ...others]: readonly File[]): void => {
    if (!first) return;
    setFile(first);
    clearError();
    if (others.length > 0) onMore?.(others);
  };
  const paste = (event: ClipboardEvent): void => {
    const pasted = pastedFiles(event.clipboardData);
    if (pasted.length === 0) return;
    event.preventDefault();
    choose(pasted);
  };
  return (
    <form className="image-dialog__panel" noValidate ref={form} onSubmit={submit} onPaste={paste}>
      <FileChoice id="media-file" file={file} takesMany={onMore !== undefined} error={fileError} onChoose={choose} />
      <AltField id="media-alt" value={alt} onChange={setAlt} error={wasSent ? altError(alt) : undefined} />
      {errorKind && !fileError && (
        <Notice tone="danger" role="alert">
          <p>{media.errors[errorKind]}</p>
        </Notice>
      )}
      <div className="image-dialog__bar">
        <Button type="submit" size="small" aria-disabled={isBusy}>
          {media.upload}
        </Button>
        {isBusy && <Progress fraction={fraction} />}
        {isBusy && (
          <Button size="small" variant="line" onClick={stop}>
            {media.stop}
          </Button>
        )}
        {!isBusy && onSkip && (
          <Button size="small" variant="quiet" onClick={onSkip}>
            {media.skip}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Without a value, the bar moves: before the first byte is sent, and at 100 %, while the server decodes the picture. */
function Progress({ fraction }: { fraction: number }) {
  const percent = Math.floor(fraction * 100);
  const words = percent < 100 ? media.uploading(percent) : media.checking;
  return (
    <label className="upload-panel__progress">
      <span>{words}</span>
      <progress {...(percent > 0 && percent < 100 && { value: fraction })} max={1} />
    </label>
  );
}
