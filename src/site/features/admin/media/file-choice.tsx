import { useEffect, useState } from 'react';
import { PICTURE_TYPES } from '#contract/pictures.ts';
import { media } from '#site/content/media.ts';
import { Field } from '#site/ui/field.tsx';
import { carriesFiles } from './transferred-file.ts';

type FileChoiceProps = {
  id: string;
  file: File | null;
  takesMany: boolean;
  onChoose: (files: readonly File[]) => void;
  error: string | undefined;
};

/** Files by button or drop, and the preview of the first; the surrounding form handles pasted files. */
export function FileChoice({ id, file, takesMany, onChoose, error }: FileChoiceProps) {
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
      {file && <ChosenFile key={`${file.name} ${file.lastModified}`} file={file} />}
    </div>
  );
}

function ChosenFile({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <p className="file-choice__chosen" role="status">
      {url && !isBroken && <img src={url} alt="" onError={() => setBroken(true)} />}
      <span>{media.file.chosen(file.name, sizeInWords(file.size))}</span>
    </p>
  );
}

function sizeInWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
