import type { ReactNode } from 'react';
import { dashboard } from '#site/content/dashboard.ts';

type DashboardTableProps = {
  /** Of the class `items--…`. */
  name: string;
  /** The checkbox that selects all rows, where each row begins with one. */
  pickAll?: ReactNode;
  /** The headings in the order of the cells. */
  headings: readonly string[];
  /** Whether the last cell of each row holds its actions. */
  hasActions?: boolean;
  /** The rows. */
  children: ReactNode;
};

/** A list of the dashboard: a table from 768 px, stacked rows below. */
export function DashboardTable({ name, pickAll, headings, hasActions = true, children }: DashboardTableProps) {
  return (
    <table className={`items items--${name}`}>
      <thead>
        <tr>
          {pickAll && <th scope="col">{pickAll}</th>}
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
