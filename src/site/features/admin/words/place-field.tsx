import { type ReactNode, useState } from 'react';
import { firmSchema } from '#contract/words/firm.ts';
import { mapEmbedUrl } from '#site/content/coordinates.ts';
import { placeWords as words } from '#site/content/words-form.ts';
import { Button } from '#site/ui/button.tsx';
import { type Drafts, fromDraft, textOf } from './drafts.ts';
import { parsePlace } from './place.ts';

const { coordinates } = firmSchema.shape;

type PlaceFieldProps = { draft: Drafts; onChange: (draft: Drafts) => void; children: ReactNode };

/** Both numbers of a place from what is pasted into one of their fields, and a map that is requested by its button only. */
export function PlaceField({ draft, onChange, children }: PlaceFieldProps) {
  const [shown, setShown] = useState<string | null>(null);
  const place = coordinates.safeParse(fromDraft(coordinates, draft)).data;
  const url = place && mapEmbedUrl(place);
  const take = (text: string): boolean => {
    const found = parsePlace(text);
    if (found) onChange(found);
    return found !== null;
  };
  return (
    <div
      className="stack"
      onPaste={(event) => {
        if (take(event.clipboardData.getData('text'))) event.preventDefault();
      }}
      onBlur={() => void take(textOf(draft['latitude']))}
    >
      {children}
      {url !== undefined && url === shown && (
        <iframe
          ref={takeFocus}
          className="office-map__frame"
          title={words.title}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin, which cannot reach this page
          sandbox="allow-scripts allow-same-origin allow-popups"
          src={url}
        />
      )}
      {url !== undefined && url !== shown && (
        <Button size="small" variant="line" onClick={() => setShown(url)}>
          {words.show}
        </Button>
      )}
    </div>
  );
}

const takeFocus = (frame: HTMLIFrameElement | null): void => frame?.focus();
