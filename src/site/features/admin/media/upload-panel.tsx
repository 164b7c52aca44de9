import { useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { media, type PictureErrorKind } from '#site/content/media.ts';
import { browserClient } from '#site/gateway/client.ts';
import { type ChosenPicture, uploadImage } from '#site/gateway/media.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { DialogForm } from '#site/ui/dialog.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { refreshQueries } from '../queries.ts';
import { altError, AltField, altOf, type AltText, FileChoice, NO_ALT, pastedFiles } from './file-choice.tsx';
import { uploadErrorKind } from './picture-error.ts';
import { preparePicture, type PreparedPicture, UnfitPicture } from './prepare-picture.ts';

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
const OF_THE_FILE = ['too-large', 'animation-too-large', 'heic', 'not-a-picture', 'too-many-pixels', 'damaged'];

/** Uploads a picture from this device, with its description. */
export function UploadPanel({ given, isFollowing = false, onUploaded, onMore, onSkip }: UploadPanelProps) {
  const form = useRef<HTMLFormElement>(null);
  const [file, setFile] = useState(given);
  const preparation = usePreparation(file);
  const [alt, setAlt] = useState<AltText>(NO_ALT);
  const [wasSent, setSent] = useState(false);
  const { fraction, errorKind, start, stop, clearError } = useUpload(onUploaded);
  const isBusy = fraction !== null;
  const kindOfFile = preparation.errorKind ?? (errorKind && OF_THE_FILE.includes(errorKind) ? errorKind : null);
  const fileError = kindOfFile ? media.errors[kindOfFile] : wasSent && !file ? media.file.missing : undefined;
  const submit = (): void => {
    setSent(true);
    if (isBusy) return;
    const { running } = preparation;
    if (running && !altError(alt)) void start(async (report) => sendPicture(await running, altOf(alt), report));
    else form.current?.querySelector<HTMLElement>(running ? '[name=alt]' : '[name=file]')?.focus();
  };
  useEffect(() => {
    if (isFollowing) form.current?.querySelector<HTMLElement>('[name=alt]')?.focus();
  }, [isFollowing]);
  const choose = ([first, ...others]: readonly File[]): void => {
    if (!first) return;
    // What is chosen during an upload takes its place.
    stop();
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
    <DialogForm className="image-dialog__panel stack" ref={form} onSubmit={submit} onPaste={paste}>
      <FileChoice
        id="media-file"
        file={file}
        prepared={preparation.prepared}
        takesMany={onMore !== undefined}
        error={fileError}
        onChoose={choose}
      />
      <AltField id="media-alt" value={alt} onChange={setAlt} error={wasSent ? altError(alt) : undefined} />
      {errorKind && !fileError && <Notice tone="danger" role="alert" text={media.errors[errorKind]} />}
      <div className="image-dialog__bar row">
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
    </DialogForm>
  );
}

/** Without a value, the bar moves: before the first byte is sent, and at 100 %, while the server decodes the picture. */
function Progress({ fraction }: { fraction: number }) {
  const percent = Math.floor(fraction * 100);
  const words = percent < 100 ? media.uploading(percent) : media.checking;
  return (
    <label className="upload-panel__progress stack">
      <span>{words}</span>
      <progress {...(percent > 0 && percent < 100 && { value: fraction })} max={1} />
    </label>
  );
}

type Preparation = {
  running: Promise<PreparedPicture> | null;
  prepared: PreparedPicture | null;
  errorKind: PictureErrorKind | null;
};
const NOTHING: Preparation = { running: null, prepared: null, errorKind: null };

/** Prepares the chosen file at once, so that its error is told before its description is written. */
function usePreparation(file: File | null): Preparation {
  const [state, setState] = useState(NOTHING);
  useEffect(() => {
    if (!file) return;
    let isCurrent = true;
    const running = preparePicture(file);
    setState({ ...NOTHING, running });
    running.then(
      (prepared) => isCurrent && setState({ running, prepared, errorKind: null }),
      (error: unknown) => {
        if (!(error instanceof UnfitPicture)) console.error('Failed to prepare picture:', error);
        if (isCurrent) setState({ ...NOTHING, errorKind: uploadErrorKind(error) });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return state;
}

type State = { fraction: number | null; errorKind: PictureErrorKind | null };
const IDLE: State = { fraction: null, errorKind: null };

/** Uploads one file at a time; `fraction` is the part that is sent, from 0 to 1, and null while there is no upload. */
export function useUpload<Uploaded>(onUploaded: (file: Uploaded) => void) {
  const [state, setState] = useState<State>(IDLE);
  const queryClient = useQueryClient();
  const stopping = useRef<AbortController | null>(null);
  const stop = (): void => stopping.current?.abort();
  useEffect(() => stop, []);

  const start = async (upload: (report: UploadReport) => Promise<Uploaded>): Promise<void> => {
    const { signal } = (stopping.current = new AbortController());
    setState({ fraction: 0, errorKind: null });
    try {
      const onProgress = (fraction: number) => setState({ fraction, errorKind: null });
      const uploaded = await upload({ onProgress, signal });
      setState(IDLE);
      void refreshQueries(queryClient, [QUERY_KEYS.adminMedia]);
      onUploaded(uploaded);
    } catch (error) {
      if (signal.aborted) return setState(IDLE);
      if (!(error instanceof UnfitPicture)) console.error('Failed to upload a file:', error);
      setState({ fraction: null, errorKind: uploadErrorKind(error) });
    }
  };
  return { ...state, start, stop, clearError: () => setState((now) => (now.errorKind ? IDLE : now)) };
}

export type UploadReport = { onProgress: (fraction: number) => void; signal: AbortSignal };

/** Prepares a file and uploads it with its size and description. `uploadErrorKind` says what its errors are. */
export async function uploadPicture(file: File, alt: string, report: UploadReport): Promise<ChosenPicture> {
  return sendPicture(await preparePicture(file), alt, report);
}

async function sendPicture(prepared: PreparedPicture, alt: string, report: UploadReport): Promise<ChosenPicture> {
  const { file, width, height } = prepared;
  report.signal.throwIfAborted();
  return uploadImage(await browserClient(), file, { notes: { alt, width, height }, ...report });
}
