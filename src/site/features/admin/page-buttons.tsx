import { listPages } from '#site/content/activity.ts';
import { Button } from '#site/ui/button.tsx';

type PageButtonsProps = { offset: number; limit: number; total: number; onMove: (offset: number) => void };

/** Where in a long list the reader is, and the way on; nothing where all of it is in sight. */
export function PageButtons({ offset, limit, total, onMove }: PageButtonsProps) {
  if (total <= limit) return null;
  const range = listPages.range
    .replace('{from}', String(offset + 1))
    .replace('{to}', String(Math.min(offset + limit, total)))
    .replace('{total}', String(total));
  const hasPrevious = offset > 0;
  const hasNext = offset + limit < total;
  // aria-disabled keeps the focus where it is at either end.
  return (
    <nav className="list-pages" aria-label={listPages.label}>
      <Button
        variant="line"
        size="small"
        aria-disabled={!hasPrevious}
        onClick={() => hasPrevious && onMove(Math.max(0, offset - limit))}
      >
        {listPages.previous}
      </Button>
      <p className="tabular" aria-live="polite">
        {range}
      </p>
      <Button variant="line" size="small" aria-disabled={!hasNext} onClick={() => hasNext && onMove(offset + limit)}>
        {listPages.next}
      </Button>
    </nav>
  );
}
