import { dashboard } from '#site/content/dashboard.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { formatMoment } from './moment.ts';

type CopyOfferProps = { savedAt: string; restore: () => void; discard: () => void };

/** Offers what was typed on this device and never saved. */
export function CopyOffer({ savedAt, restore, discard }: CopyOfferProps) {
  const { copy } = dashboard;
  return (
    <Notice role="status" title={copy.title.replace('{date}', formatMoment(savedAt))}>
      <p>{copy.text}</p>
      <div className="notice-actions">
        <Button size="small" variant="line" onClick={restore}>
          {copy.restore}
        </Button>
        <Button size="small" variant="quiet" onClick={discard}>
          {copy.discard}
        </Button>
      </div>
    </Notice>
  );
}
