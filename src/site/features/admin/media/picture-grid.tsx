import { useState } from 'react';
import { media } from '#site/content/media.ts';
import { type StoredPicture, urlFor } from '#site/gateway/media.ts';
import { Button } from '#site/ui/button.tsx';

type PictureGridProps = {
  pictures: readonly StoredPicture[];
  chosen: string | null;
  onChoose: (path: string) => void;
};

const BATCH_SIZE = 48;
/** For a thumbnail on a screen of double density. */
const THUMBNAIL_WIDTH = 320;

/** Thumbnails as one group of radio buttons: one tab stop, arrow keys within. */
export function PictureGrid({ pictures, chosen, onChoose }: PictureGridProps) {
  const [shown, setShown] = useState(BATCH_SIZE);
  return (
    <fieldset className="picture-grid">
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
