import { type FormEvent, useState } from 'react';
import { media } from '#site/content/media.ts';
import type { ChosenPicture, StoredPicture } from '#site/gateway/media.ts';
import { Button } from '#site/ui/button.tsx';
import { Field } from '#site/ui/field.tsx';
import { Input } from '#site/ui/input.tsx';
import { QueryList } from '../query-list.tsx';
import { AltField, altError, altOf } from './alt-field.tsx';
import { PictureGrid } from './picture-grid.tsx';
import { PictureUsage } from './picture-usage.tsx';
import { useChoice } from './use-choice.ts';
import { useLibrary } from './use-library.ts';

type LibraryPanelProps = { onChosen: (picture: ChosenPicture) => void };

/** Chooses or deletes a picture of the bucket, newest first. */
export function LibraryPanel({ onChosen }: LibraryPanelProps) {
  const choice = useChoice();
  const { query, askAndRemove, isRemoving } = useLibrary(choice.forget);
  const words = media.library;
  return (
    <QueryList
      query={query}
      words={words}
      errorRole="alert"
      isEmpty={(pictures) => pictures.length === 0}
      empty={<p className="soft">{words.empty}</p>}
    >
      {(pictures) => (
        <LibraryForm
          pictures={pictures}
          choice={choice}
          onChosen={onChosen}
          onRemove={askAndRemove}
          isRemoving={isRemoving}
        />
      )}
    </QueryList>
  );
}

type LibraryFormProps = LibraryPanelProps & {
  pictures: readonly StoredPicture[];
  choice: ReturnType<typeof useChoice>;
  onRemove: (path: string) => void;
  isRemoving: boolean;
};

function LibraryForm({ pictures, choice, onChosen, onRemove, isRemoving }: LibraryFormProps) {
  const [search, setSearch] = useState('');
  const [wasSent, setSent] = useState(false);
  const words = media.library;
  const { picture, alt, isReady } = choice;
  const found = pictures.filter(({ path }) => path.includes(search.trim().toLowerCase().replace(/\s+/g, '-')));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React events bubble through the dialog's portal to the form of the post.
    event.stopPropagation();
    setSent(true);
    if (picture && isReady && !altError(alt)) onChosen({ ...picture, alt: altOf(alt) });
  };
  return (
    <form className="image-dialog__panel" noValidate onSubmit={submit}>
      <Field id="media-search" name="search" label={words.search}>
        {(control) => (
          <Input {...control} type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        )}
      </Field>
      <p className="soft" role="status">
        {found.length === 0 ? words.noMatch : words.count(found.length)}
      </p>
      <PictureGrid key={search} pictures={found} chosen={picture?.path ?? null} onChoose={choice.choose} />
      {picture && (
        <AltField
          id="media-library-alt"
          value={alt}
          onChange={choice.setAlt}
          error={wasSent ? altError(alt) : undefined}
        />
      )}
      {picture && <PictureUsage path={picture.path} />}
      {wasSent && !picture && (
        <p className="field__error" role="alert">
          {words.choose}
        </p>
      )}
      <div className="image-dialog__bar">
        <Button type="submit" size="small">
          {media.use}
        </Button>
        {picture && (
          <Button size="small" variant="danger" disabled={isRemoving} onClick={() => onRemove(picture.path)}>
            {words.remove}
          </Button>
        )}
      </div>
    </form>
  );
}
