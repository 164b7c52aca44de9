import { useState } from 'react';
import { Button } from '#site/ui/button.tsx';
import { GoLink } from '#site/ui/go-link.tsx';

type MapOnDemandProps = {
  words: { title: string; invitation: string; show: string; open: string };
  embedUrl: string;
  pageUrl: string;
};

/** Nothing is asked of the map's maker until the visitor asks for the map; without JavaScript a link leads to it. */
export function MapOnDemand({ words, embedUrl, pageUrl }: MapOnDemandProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="map-frame">
      {isShown ? (
        <iframe
          className="map-frame__map"
          src={embedUrl}
          title={words.title}
          // The frame is another origin's, so its own origin gives it no way into this page.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-popups"
        />
      ) : (
        <div className="map-frame__cover">
          <p>{words.invitation}</p>
          <Button variant="line" onClick={() => setShown(true)}>
            {words.show}
          </Button>
        </div>
      )}
      <GoLink href={pageUrl} direction="out">
        {words.open}
      </GoLink>
    </div>
  );
}
