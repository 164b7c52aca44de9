import { type BulkAction, editor } from '#site/content/editor.ts';
import { Button } from '#site/ui/button.tsx';

type BulkBarProps = { count: number; isBusy: boolean; onAction: (action: BulkAction) => void; onClear: () => void };

const ACTIONS = ['published', 'archived', 'delete'] as const;

/** The actions on the selected posts; hidden while none is selected. */
export function BulkBar({ count, isBusy, onAction, onClear }: BulkBarProps) {
  const words = editor.bulk;
  return (
    <div className="bulk-bar" role="group" aria-label={words.label} hidden={count === 0}>
      <p className="tabular" role="status">
        {count > 0 && words.selected(count)}
      </p>
      {ACTIONS.map((action) => (
        <Button
          key={action}
          size="small"
          variant={action === 'delete' ? 'danger' : 'line'}
          aria-disabled={isBusy}
          onClick={() => onAction(action)}
        >
          {words.actions[action]}
        </Button>
      ))}
      <Button size="small" variant="quiet" onClick={onClear}>
        {words.clear}
      </Button>
    </div>
  );
}
