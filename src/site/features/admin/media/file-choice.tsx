import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '#contract/amounts.ts';
import { PICTURE_TYPES } from '#contract/pictures.ts';
import { media } from '#site/content/media.ts';
import { browserClient } from '#site/gateway/client.ts';
import { type ChosenPicture, readImageNotes, urlFor } from '#site/gateway/media.ts';
import { Checkbox } from '#site/ui/checkbox.tsx';
import { Field, TextField } from '#site/ui/field.tsx';
import type { PreparedPicture } from './prepare-picture.ts';

type FileChoiceProps = {
  id: string;
  file: File | null;
  /** What is sent of it; null while it is prepared. */
  prepared: PreparedPicture | null;
  takesMany: boolean;
  onChoose: (files: readonly File[]) => void;
  error: string | undefined;
};

/** Files by button or drop, and the preview of the first; the surrounding form handles pasted files. */
export function FileChoice({ id, file, prepared, takesMany, onChoose, error }: FileChoiceProps) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className="file-choice"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!carriesFiles(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const dropped = [...event.dataTransfer.files];
        if (dropped.length === 0) return;
        event.preventDefault();
        onChoose(dropped);
      }}
    >
      <Field id={id} name="file" label={media.file.label} hint={media.file.hint} error={error}>
        {(control) => (
          <input
            {...control}
            className="file-choice__input"
            type="file"
            accept={PICTURE_TYPES.join(',')}
            multiple={takesMany}
            data-filled={file !== null || undefined}
            // Otherwise the same file, changed meanwhile, could not be chosen again.
            onClick={(event) => {
              event.currentTarget.value = '';
            }}
            onChange={(event) => {
              const chosen = [...(event.target.files ?? [])];
              if (chosen.length > 0) onChoose(chosen);
            }}
          />
        )}
      </Field>
      {file && <ChosenFile key={`${file.name} ${file.lastModified}`} file={file} prepared={prepared} isBad={!!error} />}
    </div>
  );
}

type ChosenFileProps = { file: File; prepared: PreparedPicture | null; isBad: boolean };

function ChosenFile({ file, prepared, isBad }: ChosenFileProps) {
  const words = media.file;
  const [url, setUrl] = useState<string | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (!prepared) return;
    const made = URL.createObjectURL(prepared.file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [prepared]);
  const isSmaller = prepared && prepared.file !== file;
  return (
    <p className="file-choice__chosen row" role="status">
      {url && !isBroken && <img src={url} alt="" onError={() => setBroken(true)} />}
      <span>
        {words.chosen(file.name, formatBytes(file.size))}
        {isSmaller && `, ${words.madeSmaller(prepared.width, prepared.height, formatBytes(prepared.file.size))}`}
        {!prepared && !isBad && `. ${words.preparing}`}
      </span>
    </p>
  );
}

/** The chosen picture with its stored metadata. */
export function useChoice() {
  const [picture, setPicture] = useState<ChosenPicture | null>(null);
  const [alt, setAlt] = useState<AltText>(NO_ALT);
  const [isReady, setReady] = useState(false);
  const latest = useRef('');

  const choose = async (path: string): Promise<void> => {
    latest.current = path;
    setReady(false);
    setPicture({ path, url: urlFor(path), alt: '', width: 0, height: 0 });
    setAlt(NO_ALT);
    try {
      const notes = await readImageNotes(await browserClient(), path);
      if (latest.current !== path) return;
      setPicture({ path, url: urlFor(path), ...notes });
      // What is typed meanwhile stays.
      setAlt((now) => (now === NO_ALT ? { text: notes.alt, isDecoration: false } : now));
    } catch (error) {
      // The picture can still be used; only its description has to be typed again.
      console.error('Failed to read the metadata of a picture:', error);
    } finally {
      if (latest.current === path) setReady(true);
    }
  };
  const forget = (path: string): void => {
    if (latest.current !== path) return;
    latest.current = '';
    setPicture(null);
  };
  return { picture, alt, setAlt, isReady, choose, forget };
}

/** The description of a picture, or the statement that it needs none. */
export type AltText = { text: string; isDecoration: boolean };
export const NO_ALT: AltText = { text: '', isDecoration: false };

export function altError({ text, isDecoration }: AltText): string | undefined {
  return isDecoration || text.trim() ? undefined : media.alt.missing;
}

export function altOf({ text, isDecoration }: AltText): string {
  return isDecoration ? '' : text.trim();
}

type AltFieldProps = { id: string; value: AltText; onChange: (value: AltText) => void; error: string | undefined };

export function AltField({ id, value, onChange, error }: AltFieldProps) {
  const { label, hint, decoration } = media.alt;
  return (
    <div className="alt-field">
      <TextField
        id={id}
        name="alt"
        label={label}
        hint={hint}
        error={error}
        maxLength={500}
        autoComplete="off"
        disabled={value.isDecoration}
        value={value.text}
        onChange={(event) => onChange({ ...value, text: event.target.value })}
      />
      <Checkbox
        name="decoration"
        label={decoration}
        checked={value.isDecoration}
        onChange={(event) => onChange({ ...value, isDecoration: event.target.checked })}
      />
    </div>
  );
}

/** The files of a paste; none for a paste of text. */
export function pastedFiles(transfer: DataTransfer | null): File[] {
  // Office programs add a picture of copied text to the text itself.
  if (!transfer || transfer.types.includes('text/plain')) return [];
  return [...transfer.files];
}

export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}
