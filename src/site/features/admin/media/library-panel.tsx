import { type FormEvent, useState } from 'react';
import { media } from '#site/content/media.ts';
import type { StoredPicture } from '#site/gateway/media.ts';
import { Button } from '#site/ui/button.tsx';
import { Field } from '#site/ui/field.tsx';
import { Input } from '#site/ui/input.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { Spinner } from '#site/ui/spinner.tsx';
import { AltField, altError, altOf } from './alt-field.tsx';
import type { ChosenPicture } from './chosen-picture.ts';
import { PictureGrid } from './picture-grid.tsx';
import { useChoice } from './use-choice.ts';
import { useLibrary } from './use-library.ts';

/** Chooses among the pictures that are already there, newest first; deletes one that is not needed. */
export function LibraryPanel({ onChosen }: { onChosen: (picture: ChosenPicture) => void }) {
  const [search, setSearch] = useState('');
  const [wasSent, setSent] = useState(false);
  const choice = useChoice();
  const { pictures, isLoading, isFailed, retry, askAndRemove, isRemoving } = useLibrary(choice.forget);
  const words = media.library;
  const found = pictures.filter(({ path }) => path.includes(search.trim().toLowerCase().replace(/\s+/g, '-')));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // In React's tree this form stands within the form of the post.
    event.stopPropagation();
    setSent(true);
    if (choice.picture && choice.isReady && !altError(choice.alt))
      onChosen({ ...choice.picture, alt: altOf(choice.alt) });
  };
  if (isLoading) return <Spinner label={words.loading} />;
  if (isFailed) return <LoadFailed onRetry={retry} />;
  if (pictures.length === 0) return <p className="soft">{words.empty}</p>;
  const { picture } = choice;
  return (
    <form className="media" noValidate onSubmit={submit}>
      <Field id="media-search" name="search" label={words.search}>
        {(control) => (
          <Input {...control} type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        )}
      </Field>
      <p className="soft" role="status">
        {countInWords(found)}
      </p>
      <PictureGrid key={search} pictures={found} chosen={picture?.path ?? null} onChoose={choice.choose} />
      {picture && (
        <AltField
          id="media-library-alt"
          value={choice.alt}
          onChange={choice.setAlt}
          error={wasSent ? altError(choice.alt) : undefined}
        />
      )}
      {wasSent && !picture && (
        <p className="field__error" role="alert">
          {words.choose}
        </p>
      )}
      <div className="media__bar">
        <Button type="submit" size="small">
          {media.use}
        </Button>
        {picture && (
          <Button size="small" variant="danger" disabled={isRemoving} onClick={() => askAndRemove(picture.path)}>
            {words.remove}
          </Button>
        )}
      </div>
    </form>
  );
}

function countInWords(found: readonly StoredPicture[]): string {
  const { one, many, noMatch } = media.library;
  if (found.length === 0) return noMatch;
  return (found.length === 1 ? one : many).replace('{n}', String(found.length));
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="danger" role="alert">
      <p>{media.library.failed}</p>
      <Button size="small" variant="line" onClick={onRetry}>
        {media.library.retry}
      </Button>
    </Notice>
  );
}
