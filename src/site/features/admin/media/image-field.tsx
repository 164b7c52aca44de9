import { type DragEvent, useState } from 'react';
import { imageSources } from '#contract/image-sources.ts';
import { media } from '#site/content/media.ts';
import { Button } from '#site/ui/button.tsx';
import { Field } from '#site/ui/field.tsx';
import { Input } from '#site/ui/input.tsx';
import type { ChosenPicture } from './chosen-picture.ts';
import { ImageDialog, type Opening } from './image-dialog.tsx';
import { carriesFiles } from './take-file.ts';

type ImageFieldProps = {
  id: string;
  name: string;
  label: string;
  note?: string;
  hint?: string;
  error?: string | undefined;
  /** The address of the picture, or ''. */
  value: string;
  /** `picture` is there when the address came from the window: with its description and size. */
  onChange: (url: string, picture?: ChosenPicture) => void;
};

/** The address of a picture: typed, or by uploading or choosing one; a picture may be dropped anywhere on the field. */
export function ImageField({ value, onChange, ...field }: ImageFieldProps) {
  const [opening, setOpening] = useState<Opening | null>(null);
  const drop = (event: DragEvent): void => {
    const file = event.dataTransfer.files[0];
    if (!file) return;
    event.preventDefault();
    setOpening({ tab: 'upload', file });
  };
  const allowDrop = (event: DragEvent): void => {
    if (carriesFiles(event.dataTransfer)) event.preventDefault();
  };
  const { upload, choose, remove } = media.field;
  return (
    <>
      <div className="image-field" onDragOver={allowDrop} onDrop={drop}>
        <Field {...field}>
          {(control) => (
            <Input
              {...control}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
        <div className="image-field__bar">
          <Button size="small" variant="line" onClick={() => setOpening({ tab: 'upload', file: null })}>
            {upload}
          </Button>
          <Button size="small" variant="line" onClick={() => setOpening({ tab: 'library', file: null })}>
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
        title={media.dialog.fieldTitle}
        opening={opening}
        onClose={() => setOpening(null)}
        onChosen={(picture) => onChange(picture.url, picture)}
      />
    </>
  );
}

function isShowable(value: string): boolean {
  return /^(https:\/\/.|\/[^/])/.test(value.trim());
}

/** Nothing rather than a broken picture while the address is still being typed. */
function Preview({ url }: { url: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return null;
  return <img className="post-image" src={imageSources(url, 640)?.src ?? url} alt="" onError={() => setBroken(true)} />;
}
