import { dashboard } from '#site/content/dashboard.ts';
import { Button } from '#site/ui/button.tsx';
import { VisuallyHidden } from '#site/ui/visually-hidden.tsx';

type ItemActionsProps = {
  name: string;
  isRemoving: boolean;
  onEdit: () => void;
  onRemove: () => void;
  /** One more act, between the two. */
  more?: { label: string; isBusy: boolean; act: () => void };
};

/** Edit and Delete of one item; a screen reader hears which. */
export function ItemActions({ name, isRemoving, onEdit, onRemove, more }: ItemActionsProps) {
  return (
    <div className="item-actions">
      <Act label={dashboard.edit} name={name} onClick={onEdit} />
      {more && <Act label={more.label} name={name} isBusy={more.isBusy} onClick={more.act} />}
      <Act
        label={dashboard.remove}
        name={name}
        isBusy={isRemoving}
        className="item-actions__remove"
        onClick={onRemove}
      />
    </div>
  );
}

type ActProps = { label: string; name: string; isBusy?: boolean; className?: string; onClick: () => void };

function Act({ label, name, isBusy = false, className, onClick }: ActProps) {
  return (
    <Button size="small" variant="quiet" className={className} aria-disabled={isBusy} onClick={onClick}>
      <span>
        {label} <VisuallyHidden>{name}</VisuallyHidden>
      </span>
    </Button>
  );
}
