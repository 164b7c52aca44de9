import { useState } from 'react';
import { media } from '#site/content/media.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { listPostsWithPicture } from '#site/gateway/admin-post-list.ts';
import { type ChosenPicture, listImages, type MediaFile, removeMediaFile, urlFor } from '#site/gateway/media.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { DialogForm } from '#site/ui/dialog.tsx';
import { TextField } from '#site/ui/field.tsx';
import { withItem } from '../dashboard-address.ts';
import { useAdminQuery } from '../queries.ts';
import { QueryList } from '../query-list.tsx';
import { useIsWriter } from '../role.ts';
import { useRemoval } from '../use-removal.ts';
import { altError, AltField, altOf, useChoice } from './file-choice.tsx';

type LibraryPanelProps = { onChosen: (picture: ChosenPicture) => void };

/** Chooses a picture of the bucket, newest first, or deletes it; a writer sees their own, and deletes none. */
export function LibraryPanel({ onChosen }: LibraryPanelProps) {
  const words = media.library;
  const query = useAdminQuery(QUERY_KEYS.adminMedia, listImages);
  return (
    <QueryList query={query} words={words} errorRole="alert" empty={<p className="soft">{words.empty}</p>}>
      {(pictures) => <LibraryForm pictures={pictures} onChosen={onChosen} />}
    </QueryList>
  );
}

function LibraryForm({ pictures, onChosen }: LibraryPanelProps & { pictures: readonly MediaFile[] }) {
  const choice = useChoice();
  const [search, setSearch] = useState('');
  const [wasSent, setSent] = useState(false);
  const isWriter = useIsWriter();
  const words = media.library;
  const { picture, alt, isReady } = choice;
  const { askAndRemove, removingId } = useRemoval({
    question: { listPosts: listPostsWithPicture, ask: words.question, unknown: words.questionUnknown },
    remove: removeMediaFile,
    stale: [QUERY_KEYS.adminMedia],
    done: DASHBOARD_MESSAGES.pictureDeleted,
    failed: DASHBOARD_MESSAGES.deletePictureFailed,
    onRemoved: choice.forget,
  });
  const found = pictures.filter(({ path }) => path.includes(search.trim().toLowerCase().replace(/\s+/g, '-')));
  const submit = (): void => {
    setSent(true);
    if (picture && isReady && !altError(alt)) onChosen({ ...picture, alt: altOf(alt) });
  };
  return (
    <DialogForm className="image-dialog__panel stack" onSubmit={submit}>
      <TextField
        id="media-search"
        name="search"
        label={words.search}
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
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
      <div className="image-dialog__bar row">
        <Button type="submit" size="small">
          {media.use}
        </Button>
        {picture && !isWriter && (
          <Button
            size="small"
            variant="danger"
            disabled={removingId !== undefined}
            onClick={() => askAndRemove(picture.path)}
          >
            {words.remove}
          </Button>
        )}
      </div>
    </DialogForm>
  );
}

type PictureGridProps = {
  pictures: readonly MediaFile[];
  chosen: string | null;
  onChoose: (path: string) => void;
};

const BATCH_SIZE = 48;
/** For a thumbnail on a screen of double density. */
const THUMBNAIL_WIDTH = 320;

/** Thumbnails as one group of radio buttons: one tab stop, arrow keys within. */
function PictureGrid({ pictures, chosen, onChoose }: PictureGridProps) {
  const [shown, setShown] = useState(BATCH_SIZE);
  return (
    <fieldset className="picture-grid stack">
      <legend className="sr-only">{media.library.legend}</legend>
      <div className="picture-grid__list">
        {pictures.slice(0, shown).map(({ path }) => (
          <label key={path} className="picture-grid__thumb">
            <input type="radio" name="picture" value={path} checked={path === chosen} onChange={() => onChoose(path)} />
            <img src={urlFor(path, THUMBNAIL_WIDTH)} alt="" loading="lazy" decoding="async" />
            <span>{path}</span>
          </label>
        ))}
      </div>
      {pictures.length > shown && (
        <Button size="small" variant="line" onClick={() => setShown(shown + BATCH_SIZE)}>
          {media.library.more}
        </Button>
      )}
    </fieldset>
  );
}

/** The posts that use the picture, with links to their forms. In new tabs, so that the open form stays. */
function PictureUsage({ path }: { path: string }) {
  const { data, isPlaceholderData } = useAdminQuery([...QUERY_KEYS.adminMedia, 'usage', path], (client) =>
    listPostsWithPicture(client, path),
  );
  if (!data || isPlaceholderData) return null;
  const { usage, unused, newTab } = media.library;
  if (data.total === 0) return <p className="soft">{unused}</p>;
  return (
    <div>
      <p className="soft">{usage(data.total)}</p>
      <ul className="picture-usage">
        {data.rows.map(({ id, title }) => (
          <li key={id}>
            <a
              className="tap"
              href={`/admin?${withItem(new URLSearchParams(), 'post', id)}`}
              target="_blank"
              rel="noopener"
            >
              {title} <span className="sr-only">{newTab}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
