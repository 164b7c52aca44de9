import { useCallback } from 'react';
import { activity } from '#site/content/activity.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { listActivity } from '#site/gateway/users.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { FilterBar, FilterSelect, SearchInput } from '../list-filters.tsx';
import { textListParams, useListParams } from '../list-params.ts';
import { ListSection } from '../list-section.tsx';
import { ListMessage, PagedRows, QueryList, rangeOfPage } from '../query-list.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { ActivityTable } from './activity-table.tsx';

const PAGE_SIZE = 50;
const LIST = textListParams('activity', ['subject', 'search']);

/** The recorded changes: what, by whom and when, newest first. */
export function ActivityTab() {
  const list = useListParams(LIST);
  const { subject, search, page: pageNumber } = list.params;
  const { change } = list;
  const query = useAdminQuery(
    [...QUERY_KEYS.adminActivity, list.params],
    (client) => listActivity(client, { subject, search, ...rangeOfPage(pageNumber, PAGE_SIZE) }),
    { failed: DASHBOARD_MESSAGES.fetchActivityFailed },
  );
  const changeSearch = useCallback((text: string) => change({ search: text }), [change]);
  const isNarrowed = subject !== '' || search.trim() !== '';
  return (
    <ListSection words={activity} total={query.data?.total}>
      <FilterBar>
        <SearchInput name="activity-search" label={activity.search} value={search} onChange={changeSearch} />
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
        isEmpty={({ total }) => total === 0}
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
