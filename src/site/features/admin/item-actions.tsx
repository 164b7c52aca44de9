import { dashboard } from '#site/content/dashboard.ts';
import { Button } from '#site/ui/button.tsx';

type ItemActionsProps = {
  name: string;
  isRemoving: boolean;
  onEdit: () => void;
  onRemove: () => void;
  /** Another action, between the two. */
  more?: { label: string; isBusy: boolean; run: () => void };
};

/** Edit and Delete of one item; their accessible names contain the item's name. */
export function ItemActions({ name, isRemoving, onEdit, onRemove, more }: ItemActionsProps) {
  return (
    <div className="item-actions">
      <Action label={dashboard.edit} name={name} onClick={onEdit} />
      {more && <Action label={more.label} name={name} isBusy={more.isBusy} onClick={more.run} />}
      <Action
        label={dashboard.remove}
        name={name}
        isBusy={isRemoving}
        className="item-actions__remove"
        onClick={onRemove}
      />
    </div>
  );
}

type ActionProps = { label: string; name: string; isBusy?: boolean; className?: string; onClick: () => void };

function Action({ label, name, isBusy = false, className, onClick }: ActionProps) {
  return (
    <Button size="small" variant="quiet" className={className} aria-disabled={isBusy} onClick={onClick}>
      <span>
        {label} <span className="sr-only">{name}</span>
      </span>
    </Button>
  );
}
