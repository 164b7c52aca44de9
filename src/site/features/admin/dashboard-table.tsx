import type { MouseEvent, ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { ItemKind } from '#contract/items.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { Button } from '#site/ui/button.tsx';
import { withItem } from './dashboard-address.ts';

type DashboardTableProps = {
  /** Of the class `items--…`. */
  name: string;
  /** The checkbox that selects all rows, where each row begins with one. */
  pickAll?: ReactNode;
  headings: readonly string[];
  /** Whether the last cell of each row holds its actions. */
  hasActions?: boolean;
  children: ReactNode;
};

/** A list of the dashboard: a table from 768 px, stacked rows below. */
export function DashboardTable({ name, pickAll, headings, hasActions = true, children }: DashboardTableProps) {
  return (
    <table className={`items items--${name}`}>
      <thead>
        <tr>
          {pickAll && (
            <th scope="col" className="items__pick">
              {pickAll}
            </th>
          )}
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
          {hasActions && (
            <th scope="col">
              <span className="sr-only">{dashboard.actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

type ItemActionsProps = {
  name: string;
  isRemoving: boolean;
  onEdit: () => void;
  /** Undefined where it cannot be deleted now. */
  onRemove: (() => void) | undefined;
  /** Another action, between the two. */
  more?: { label: string; isBusy: boolean; run: () => void } | undefined;
};

/** Edit and Delete of one item; their accessible names contain the item's name. */
export function ItemActions({ name, isRemoving, onEdit, onRemove, more }: ItemActionsProps) {
  return (
    <div className="item-actions">
      <RowAction label={dashboard.edit} name={name} onClick={onEdit} />
      {more && <RowAction label={more.label} name={name} isBusy={more.isBusy} onClick={more.run} />}
      {onRemove && <RowAction label={dashboard.remove} name={name} isBusy={isRemoving} isRemoval onClick={onRemove} />}
    </div>
  );
}

type RowActionProps = {
  label: string;
  /** Read after the label, since every row has the same buttons. */
  name: string;
  isBusy?: boolean;
  isRemoval?: boolean;
  variant?: 'quiet' | 'line';
  onClick: () => void;
};

export function RowAction({ label, name, isBusy = false, isRemoval, variant = 'quiet', onClick }: RowActionProps) {
  const className = isRemoval ? 'item-actions__remove' : undefined;
  return (
    <Button size="small" variant={variant} className={className} aria-disabled={isBusy} onClick={onClick}>
      <span>
        {label} <span className="sr-only">{name}</span>
      </span>
    </Button>
  );
}

type ItemLinkProps = { name: ItemKind; id: string; title: string; onOpen: () => void };

/** The title of a row: a link to the address of the form, which a plain click opens as the Edit button does. */
export function ItemLink({ name, id, title, onOpen }: ItemLinkProps) {
  const { pathname, search } = useLocation();
  const open = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a
      className="items__name items__open"
      href={`${pathname}?${withItem(new URLSearchParams(search), name, id)}`}
      onClick={open}
    >
      {title}
    </a>
  );
}
