import { formatLocalTime, machineTime } from '#contract/date.ts';
import { activity } from '#site/content/activity.ts';
import type { ActivityEntry } from '#site/gateway/activity.ts';
import { describeEntry } from './describe-entry.ts';

export function ActivityTable({ entries }: { entries: readonly ActivityEntry[] }) {
  const { columns } = activity;
  return (
    <table className="items items--activity">
      <thead>
        <tr>
          <th scope="col">{columns.what}</th>
          <th scope="col">{columns.who}</th>
          <th scope="col">{columns.when}</th>
        </tr>
      </thead>
      <tbody>
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
      </tbody>
    </table>
  );
}
