import { useState } from 'react';
import { Button } from '#site/ui/button.tsx';
import { GoLink } from '#site/ui/go-link.tsx';

type MapOnDemandProps = {
  words: { title: string; invitation: string; show: string; open: string };
  embedUrl: string;
  pageUrl: string;
};

/** Requests the third-party map only when the visitor asks for it; without JavaScript there is a link to it. */
export function MapOnDemand({ words, embedUrl, pageUrl }: MapOnDemandProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="map-on-demand">
      {isShown ? (
        <iframe
          className="map-on-demand__map"
          src={embedUrl}
          title={words.title}
          // Safe with allow-same-origin: the frame is cross-origin and cannot reach this page.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-popups"
        />
      ) : (
        <div className="map-on-demand__cover">
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
