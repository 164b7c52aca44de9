import { formatLocalTime, machineTime } from '#contract/date.ts';
import { activity } from '#site/content/activity.ts';
import type { ActivityEntry } from '#site/gateway/users.ts';
import { DashboardTable } from '../dashboard-table.tsx';
import { describeEntry } from './describe-entry.ts';

export function ActivityTable({ entries }: { entries: readonly ActivityEntry[] }) {
  const { columns } = activity;
  return (
    <DashboardTable name="activity" headings={[columns.what, columns.who, columns.when]} hasActions={false}>
      {entries.map((entry) => {
        const { change, title } = describeEntry(entry);
        return (
          <tr key={entry.id}>
            <td className="items__event">
              {change} <strong>{title}</strong>
            </td>
            <td className="items__slug">
              {entry.actor_email ?? (entry.actor_id ? activity.goneActor : activity.operator)}
            </td>
            <td className="items__date">
              <time dateTime={machineTime(entry.happened_at)}>{formatLocalTime(entry.happened_at)}</time>
            </td>
          </tr>
        );
      })}
    </DashboardTable>
  );
}
