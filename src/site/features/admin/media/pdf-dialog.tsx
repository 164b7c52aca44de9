import { useEffect, useRef, useState } from 'react';
import { PDF_TYPE } from '#contract/pictures.ts';
import { formatLocalDate } from '#contract/date.ts';
import { media } from '#site/content/media.ts';
import { pdf as words } from '#site/content/pdf.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { listPostsWithPicture } from '#site/gateway/admin-post-list.ts';
import { browserClient } from '#site/gateway/client.ts';
import { listPdfs, type MediaFile, removeMediaFile, uploadPdf, urlFor } from '#site/gateway/media.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { Dialog, DialogForm } from '#site/ui/dialog.tsx';
import { Field, TextField } from '#site/ui/field.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { Tabs } from '#site/ui/tabs.tsx';
import { useAdminQuery } from '../queries.ts';
import { QueryList } from '../query-list.tsx';
import { useIsWriter } from '../role.ts';
import { useRemoval } from '../use-removal.ts';
import { type ChosenPdf, errorOfPdf, pdfLinkText, wordsOfFile } from './pdf-file.ts';
import { type UploadReport, useUpload } from './upload-panel.tsx';

/** A dropped file, or null; the dialog is closed where there is no opening. */
export type PdfOpening = { file: File | null };

type PdfDialogProps = {
  opening: PdfOpening | null;
  onClose: () => void;
  onChosen: (pdf: ChosenPdf) => void;
  focusAfter: () => boolean;
};

/** Uploads a PDF or chooses one of the bucket, and asks for the words of its link. */
export function PdfDialog({ opening, onClose, onChosen, focusAfter }: PdfDialogProps) {
  const [tab, setTab] = useState('upload');
  const used = useRef<ChosenPdf | null>(null);
  const finish = (chosen: ChosenPdf): void => {
    used.current = chosen;
    onClose();
  };
  const deliver = (): boolean => {
    if (used.current) onChosen(used.current);
    used.current = null;
    return focusAfter();
  };
  const { label, upload, library } = words.tabs;
  return (
    <Dialog
      isOpen={opening !== null}
      onClose={onClose}
      title={words.title}
      closeLabel={words.close}
      focusAfter={deliver}
    >
      {opening && (
        <Tabs
          label={label}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'upload', label: upload, panel: <PdfUpload given={opening.file} onChosen={finish} /> },
            { value: 'library', label: library, panel: <PdfLibrary onChosen={finish} /> },
          ]}
        />
      )}
    </Dialog>
  );
}

type OnChosen = { onChosen: (pdf: ChosenPdf) => void };

function PdfUpload({ given, onChosen }: { given: File | null } & OnChosen) {
  const form = useRef<HTMLFormElement>(null);
  const [file, setFile] = useState(given);
  const [text, setText] = useState(given ? wordsOfFile(given.name) : '');
  const [wasSent, setSent] = useState(false);
  const fileError = usePdfError(file) ?? (wasSent && !file ? words.file.missing : undefined);
  const { fraction, errorKind, start, stop } = useUpload(onChosen);
  const isBusy = fraction !== null;
  const submit = (): void => {
    setSent(true);
    if (isBusy) return;
    if (file && !fileError && text.trim()) void start((report) => sendPdf(file, text, report));
    else form.current?.querySelector<HTMLElement>(file && !fileError ? '[name=words]' : '[name=file]')?.focus();
  };
  const choose = (chosen: File | undefined): void => {
    if (!chosen) return;
    // What is chosen during an upload takes its place.
    stop();
    setFile(chosen);
    setText(wordsOfFile(chosen.name));
  };
  return (
    <DialogForm className="image-dialog__panel stack" ref={form} onSubmit={submit}>
      <Field id="pdf-file" name="file" label={words.file.label} hint={words.file.hint} error={fileError}>
        {(control) => (
          <input
            {...control}
            className="file-choice__input"
            type="file"
            accept={`${PDF_TYPE},.pdf`}
            data-filled={file !== null || undefined}
            onChange={(event) => choose(event.target.files?.[0])}
          />
        )}
      </Field>
      {file && <p role="status">{file.name}</p>}
      <LinkWords
        id="pdf-words"
        error={wasSent && !text.trim() ? words.words.missing : undefined}
        value={text}
        onChange={setText}
      />
      {errorKind && <Notice tone="danger" role="alert" text={media.errors[errorKind]} />}
      <div className="image-dialog__bar row">
        <Button type="submit" size="small" aria-disabled={isBusy}>
          {words.upload}
        </Button>
        {isBusy && (
          <>
            <label className="upload-panel__progress stack">
              <span>{words.uploading(Math.floor(fraction * 100))}</span>
              <progress value={fraction} max={1} />
            </label>
            <Button size="small" variant="line" onClick={stop}>
              {media.stop}
            </Button>
          </>
        )}
      </div>
    </DialogForm>
  );
}

type LinkWordsProps = { id: string; value: string; error?: string | undefined; onChange: (text: string) => void };

function LinkWords({ onChange, ...field }: LinkWordsProps) {
  const { label, hint } = words.words;
  return (
    <TextField
      {...field}
      name="words"
      label={label}
      hint={hint}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The error of the file, told when it is chosen. */
function usePdfError(file: File | null): string | undefined {
  const [error, setError] = useState<string | undefined>();
  useEffect(() => {
    let isCurrent = true;
    setError(undefined);
    if (file) void errorOfPdf(file).then((kind) => isCurrent && setError(kind ? words.errors[kind] : undefined));
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return error;
}

async function sendPdf(file: File, text: string, report: UploadReport): Promise<ChosenPdf> {
  const { url } = await uploadPdf(await browserClient(), file, report);
  return { url, text: pdfLinkText(text, file.size) };
}

function PdfLibrary({ onChosen }: OnChosen) {
  const { library } = words;
  const [chosen, choose] = useState<MediaFile | null>(null);
  const [text, setText] = useState('');
  const isWriter = useIsWriter();
  const [wasSent, setSent] = useState(false);
  const query = useAdminQuery([...QUERY_KEYS.adminMedia, 'pdf'], listPdfs);
  const { askAndRemove, removingId } = useRemoval({
    question: { listPosts: listPostsWithPicture, ask: library.question, unknown: library.questionUnknown },
    remove: removeMediaFile,
    stale: [QUERY_KEYS.adminMedia],
    done: DASHBOARD_MESSAGES.fileDeleted,
    failed: DASHBOARD_MESSAGES.deleteFileFailed,
    onRemoved: (path) => choose((now) => (now?.path === path ? null : now)),
  });
  const submit = (): void => {
    setSent(true);
    if (chosen && text.trim()) onChosen({ url: urlFor(chosen.path), text: pdfLinkText(text, chosen.size) });
  };
  return (
    <QueryList query={query} words={library} errorRole="alert" empty={<p className="soft">{library.empty}</p>}>
      {(files) => (
        <DialogForm className="image-dialog__panel stack" onSubmit={submit}>
          <fieldset className="pdf-list">
            <legend className="sr-only">{library.legend}</legend>
            {files.map((file) => (
              <label key={file.path} className="pdf-list__file">
                <input
                  type="radio"
                  name="pdf"
                  checked={file.path === chosen?.path}
                  onChange={() => {
                    choose(file);
                    setText(wordsOfFile(file.path.replace(/-[0-9a-f]{8}\.pdf$/, '')));
                  }}
                />
                <span>{pdfLinkText(file.path, file.size)}</span>
                <span className="label soft">{formatLocalDate(file.createdAt)}</span>
              </label>
            ))}
          </fieldset>
          {chosen && <LinkWords id="pdf-library-words" value={text} onChange={setText} />}
          {wasSent && !chosen && (
            <p className="field__error" role="alert">
              {words.choose}
            </p>
          )}
          <div className="image-dialog__bar row">
            <Button type="submit" size="small">
              {words.use}
            </Button>
            {chosen && !isWriter && (
              <Button
                size="small"
                variant="danger"
                disabled={removingId !== undefined}
                onClick={() => askAndRemove(chosen.path)}
              >
                {library.remove}
              </Button>
            )}
          </div>
        </DialogForm>
      )}
    </QueryList>
  );
}
