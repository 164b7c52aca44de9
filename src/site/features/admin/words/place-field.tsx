import { type ReactNode, useState } from 'react';
import { firmSchema } from '#contract/words/firm.ts';
import { mapEmbedUrl } from '#site/content/coordinates.ts';
import { placeWords as words } from '#site/content/words-form.ts';
import { Button } from '#site/ui/button.tsx';
import { type Drafts, fromDraft, textOf } from './drafts.ts';

/** The coordinates of a place, as the fields have them. */
type TypedPlace = { latitude: string; longitude: string };

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d{1,20})?)`;
/** How links and texts write a place. A link of Google Maps may have the middle of the map beside the pin: `@`. */
const FORMS = [
  `!3d${NUMBER}!4d${NUMBER}`,
  `[?&]mlat=${NUMBER}&mlon=${NUMBER}`,
  String.raw`(?:[?&](?:q|query|ll|destination)=(?:loc:)?|/(?:place|search)/)${NUMBER},[ +]?${NUMBER}`,
  String.raw`#map=\d{1,2}(?:\.\d{1,2})?/${NUMBER}/${NUMBER}`,
  `/@${NUMBER},${NUMBER}`,
  `^${NUMBER}(?:, ?| )${NUMBER}$`,
  // redos-disable-next-line -- the forms are above, and every repetition in them is bounded
].map((form) => new RegExp(form));

/** The place that a text such as `26.9124, 75.7873` or a link of Google Maps or OpenStreetMap names, or null. */
export function parsePlace(text: string): TypedPlace | null {
  const plain = text.trim().replaceAll(/%2c/gi, ',');
  for (const form of FORMS) {
    const [, latitude, longitude] = form.exec(plain) ?? [];
    if (latitude === undefined || longitude === undefined) continue;
    const numbers = { latitude: Number(latitude), longitude: Number(longitude) };
    return firmSchema.shape.coordinates.safeParse(numbers).success ? { latitude, longitude } : null;
  }
  return null;
}

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
