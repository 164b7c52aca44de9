import { type ClipboardEvent, type FormEvent, useRef, useState } from 'react';
import { media } from '#site/content/media.ts';
import type { UploadedPicture } from '#site/gateway/media.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { AltField, type AltText, NO_ALT, altError, altOf } from './alt-field.tsx';
import { FileChoice } from './file-choice.tsx';
import { fileOf } from './take-file.ts';
import { useUpload } from './use-upload.ts';

type UploadPanelProps = {
  /** What was dropped or pasted before the window opened. */
  given: File | null;
  onUploaded: (picture: UploadedPicture) => void;
};

/** Errors of the file stand by its field; the others concern the sending. */
const OF_THE_FILE = ['too-large', 'not-a-picture', 'too-many-pixels', 'damaged'];

/** Sends a picture from this device, with its description. */
export function UploadPanel({ given, onUploaded }: UploadPanelProps) {
  const form = useRef<HTMLFormElement>(null);
  const [file, setFile] = useState(given);
  const [alt, setAlt] = useState<AltText>(NO_ALT);
  const [wasSent, setSent] = useState(false);
  const { share, errorKind, start, stop, clearError } = useUpload(onUploaded);
  const isBusy = share !== null;
  const uploadError = errorKind && OF_THE_FILE.includes(errorKind) ? media.errors[errorKind] : undefined;
  const fileError = uploadError ?? (wasSent && !file ? media.file.missing : undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // In React's tree this form stands within the form of the post.
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
    const pasted = fileOf(event.clipboardData);
    if (!pasted) return;
    event.preventDefault();
    choose(pasted);
  };
  return (
    <form className="media" noValidate ref={form} onSubmit={submit} onPaste={paste}>
      <FileChoice id="media-file" file={file} error={fileError} onChoose={choose} />
      <AltField id="media-alt" value={alt} onChange={setAlt} error={wasSent ? altError(alt) : undefined} />
      {errorKind && !fileError && (
        <Notice tone="danger" role="alert">
          <p>{media.errors[errorKind]}</p>
        </Notice>
      )}
      <div className="media__bar">
        <Button type="submit" size="small" aria-disabled={isBusy}>
          {media.upload}
        </Button>
        {isBusy && <Progress share={share} />}
        {isBusy && (
          <Button size="small" variant="line" onClick={stop}>
            {media.stop}
          </Button>
        )}
      </div>
    </form>
  );
}

/** When everything is sent the server still decodes the picture and writes it anew. */
function Progress({ share }: { share: number }) {
  const percent = Math.floor(share * 100);
  const words = percent < 100 ? media.uploading.replace('{percent}', String(percent)) : media.checking;
  return (
    <label className="media__progress">
      <span>{words}</span>
      <progress {...(percent < 100 && { value: share })} max={1} />
    </label>
  );
}
