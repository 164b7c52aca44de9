import { formatLocalTime, machineTime } from '#contract/date.ts';
import { activity } from '#site/content/activity.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { type ActivityEntry, listActivity } from '#site/gateway/users.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { DashboardTable } from '../dashboard-table.tsx';
import { FilterBar, FilterSelect, SearchInput } from '../list-filters.tsx';
import { textListParams, useListParams } from '../list-params.ts';
import { ListSection } from '../list-section.tsx';
import { findByName, nameOrAddress, useNames } from '../names.ts';
import { useAdminQuery } from '../queries.ts';
import { ListMessage, PagedRows, QueryList, rangeOfPage } from '../query-list.tsx';

const PAGE_SIZE = 50;
const LIST = textListParams('activity', ['subject', 'search']);

/** The recorded changes: what, by whom and when, newest first. */
export function ActivityTab() {
  const list = useListParams(LIST);
  const { subject, search, page: pageNumber } = list.params;
  const { change } = list;
  const actors = findByName(useNames(), search);
  const query = useAdminQuery(
    [...QUERY_KEYS.adminActivity, list.params, actors],
    (client) => listActivity(client, { subject, search, actors, ...rangeOfPage(pageNumber, PAGE_SIZE) }),
    { failed: DASHBOARD_MESSAGES.fetchActivityFailed },
  );
  const isNarrowed = subject !== '' || search.trim() !== '';
  return (
    <ListSection words={activity} total={query.data?.total}>
      <FilterBar>
        <SearchInput
          name="activity-search"
          label={activity.search}
          value={search}
          onChange={(text) => change({ search: text })}
        />
        <FilterSelect
          name="activity-subject"
          label={activity.filter}
          value={subject}
          onChange={(chosen) => change({ subject: chosen })}
          options={[['', activity.everything], ...Object.entries(activity.subjects)]}
        />
      </FilterBar>
      <QueryList
        query={query}
        words={activity}
        empty={<ListMessage text={isNarrowed ? activity.noMatch : activity.empty} />}
      >
        {(page) => (
          <PagedRows page={page} size={PAGE_SIZE} list={list}>
            <ActivityTable entries={page.rows} />
          </PagedRows>
        )}
      </QueryList>
    </ListSection>
  );
}

function ActivityTable({ entries }: { entries: readonly ActivityEntry[] }) {
  const { columns } = activity;
  const names = useNames();
  return (
    <DashboardTable name="activity" headings={[columns.what, columns.who, columns.when]} hasActions={false}>
      {entries.map((entry) => {
        const { change, title } = describeEntry(entry);
        return (
          <tr key={entry.id}>
            <td>
              {change} <strong>{title}</strong>
            </td>
            <td className="items__slug label soft">
              {nameOrAddress(names, { email: entry.actor_email, userId: entry.actor_id }) ??
                (entry.actor_id ? activity.goneActor : activity.operator)}
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

/** An entry as text: "Published the post" and its title. Unknown kinds are shown as they were recorded. */
export function describeEntry({ verb, subject, subject_id, title }: ActivityEntry): { change: string; title: string } {
  const change = activity.changes[verb]?.[subject] ?? `${verb} ${subject}`;
  const names: Record<string, Record<string, string>> = { setting: activity.settings, words: activity.words };
  const name = names[subject]?.[title] ?? (subject === 'words' ? activity.pageWords(title) : title);
  return { change: change.charAt(0).toUpperCase() + change.slice(1), title: name || title || subject_id };
}
