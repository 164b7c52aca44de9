import { type ClipboardEvent, type FormEvent, useRef, useState } from 'react';
import { media } from '#site/content/media.ts';
import type { ChosenPicture } from '#site/gateway/media.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { AltField, type AltText, NO_ALT, altError, altOf } from './alt-field.tsx';
import { FileChoice } from './file-choice.tsx';
import { pastedFile } from './transferred-file.ts';
import { useUpload } from './use-upload.ts';

type UploadPanelProps = {
  /** A file that was dropped or pasted before the dialog opened. */
  given: File | null;
  onUploaded: (picture: ChosenPicture) => void;
};

/** Errors of the file are shown beside its field; the others are errors of the upload. */
const OF_THE_FILE = ['too-large', 'not-a-picture', 'too-many-pixels', 'damaged'];

/** Uploads a picture from this device, with its description. */
export function UploadPanel({ given, onUploaded }: UploadPanelProps) {
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
  const choose = (chosen: File): void => {
    setFile(chosen);
    clearError();
  };
  const paste = (event: ClipboardEvent): void => {
    const pasted = pastedFile(event.clipboardData);
    if (!pasted) return;
    event.preventDefault();
    choose(pasted);
  };
  return (
    <form className="image-dialog__panel" noValidate ref={form} onSubmit={submit} onPaste={paste}>
      <FileChoice id="media-file" file={file} error={fileError} onChoose={choose} />
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
      </div>
    </form>
  );
}

/** At 100 % the server still decodes and re-encodes the picture. */
function Progress({ fraction }: { fraction: number }) {
  const percent = Math.floor(fraction * 100);
  const words = percent < 100 ? media.uploading(percent) : media.checking;
  return (
    <label className="upload-panel__progress">
      <span>{words}</span>
      <progress {...(percent < 100 && { value: fraction })} max={1} />
    </label>
  );
}
