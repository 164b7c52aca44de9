import { type BulkAct, editor } from '#site/content/editor.ts';
import { Button } from '#site/ui/button.tsx';

type BulkBarProps = { count: number; isBusy: boolean; onAct: (act: BulkAct) => void; onClear: () => void };

const ACTS = ['published', 'archived', 'delete'] as const;

/** What can be done with the selected posts; in sight as long as there are any. */
export function BulkBar({ count, isBusy, onAct, onClear }: BulkBarProps) {
  const words = editor.bulk;
  return (
    <div className="bulk-bar" role="group" aria-label={words.label} hidden={count === 0}>
      <p className="tabular" role="status">
        {count > 0 && words.selected(count)}
      </p>
      {ACTS.map((act) => (
        <Button
          key={act}
          size="small"
          variant={act === 'delete' ? 'danger' : 'line'}
          aria-disabled={isBusy}
          onClick={() => onAct(act)}
        >
          {words.acts[act]}
        </Button>
      ))}
      <Button size="small" variant="quiet" onClick={onClear}>
        {words.clear}
      </Button>
    </div>
  );
}
