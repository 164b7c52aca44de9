import { dashboard } from '../../content/dashboard.ts';
import { Button } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

type ItemActionsProps = { name: string; isRemoving: boolean; onEdit: () => void; onRemove: () => void };

/** Edit and Delete of one item; a screen reader hears which. */
export function ItemActions({ name, isRemoving, onEdit, onRemove }: ItemActionsProps) {
  return (
    <div className="item-actions">
      <Button size="small" variant="quiet" onClick={onEdit}>
        <span>
          {dashboard.edit} <VisuallyHidden>{name}</VisuallyHidden>
        </span>
      </Button>
      <Button
        size="small"
        variant="quiet"
        className="item-actions__remove"
        aria-disabled={isRemoving}
        onClick={onRemove}
      >
        <span>
          {dashboard.remove} <VisuallyHidden>{name}</VisuallyHidden>
        </span>
      </Button>
    </div>
  );
}
