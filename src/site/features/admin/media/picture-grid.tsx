import { useState } from 'react';
import { media } from '#site/content/media.ts';
import { type StoredPicture, urlFor } from '#site/gateway/media.ts';
import { Button } from '#site/ui/button.tsx';

type PictureGridProps = {
  pictures: readonly StoredPicture[];
  chosen: string | null;
  onChoose: (path: string) => void;
};

const AT_ONCE = 48;
/** Of a thumbnail on a screen of double density. */
const THUMBNAIL_WIDTH = 320;

/** Thumbnails as one group of radio buttons: one stop for the Tab key, arrows within. */
export function PictureGrid({ pictures, chosen, onChoose }: PictureGridProps) {
  const [shown, setShown] = useState(AT_ONCE);
  return (
    <fieldset className="media__pictures">
      <legend className="sr-only">{media.library.legend}</legend>
      <div className="media__grid">
        {pictures.slice(0, shown).map(({ path }) => (
          <label key={path} className="media__thumb">
            <input type="radio" name="picture" value={path} checked={path === chosen} onChange={() => onChoose(path)} />
            <img src={urlFor(path, THUMBNAIL_WIDTH)} alt="" loading="lazy" decoding="async" />
            <span>{path}</span>
          </label>
        ))}
      </div>
      {pictures.length > shown && (
        <Button size="small" variant="line" onClick={() => setShown(shown + AT_ONCE)}>
          {media.library.more}
        </Button>
      )}
    </fieldset>
  );
}
