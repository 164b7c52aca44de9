import { type BulkAction, editor } from '#site/content/editor.ts';
import { Button } from '#site/ui/button.tsx';

type BulkBarProps = { count: number; isBusy: boolean; onAction: (action: BulkAction) => void; onClear: () => void };

const ACTIONS = ['published', 'archived', 'delete'] as const;

/**
 * The actions on the selected posts. Its place is reserved while none is selected, so that the rows do not move under
 * the pointer; on a phone it lies over the bottom of the page.
 */
export function BulkBar({ count, isBusy, onAction, onClear }: BulkBarProps) {
  const words = editor.bulk;
  const isEmpty = count === 0;
  return (
    <div className="bulk-bar" role="group" aria-label={words.label} data-empty={isEmpty || undefined}>
      <p className="tabular" role="status">
        {!isEmpty && words.selected(count)}
      </p>
      {isEmpty && <p className="bulk-bar__hint">{words.hint}</p>}
      <div className="bulk-bar__actions" hidden={isEmpty}>
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
    </div>
  );
}
