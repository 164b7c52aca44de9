import { activity } from '#site/content/activity.ts';
import type { ActivityEntry } from '#site/gateway/activity.ts';
import { describeDeed } from './describe-deed.ts';

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

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
          const { deed, title } = describeDeed(entry);
          return (
            <tr key={entry.id}>
              <td className="items__deed">
                {deed} <strong>{title}</strong>
              </td>
              <td className="items__slug">{entry.actor_email ?? activity.operator}</td>
              <td className="items__date">
                <time dateTime={entry.happened_at}>{MOMENT.format(new Date(entry.happened_at))}</time>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
