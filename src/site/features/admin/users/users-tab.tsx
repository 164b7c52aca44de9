import { type ReactNode, useCallback } from 'react';
import { users } from '#site/content/users.ts';
import { listAccounts } from '#site/gateway/users.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { FilterBar, SearchInput } from '../list-filters.tsx';
import { textListParams, useListParams } from '../list-params.ts';
import { ListSection } from '../list-section.tsx';
import { ListMessage, PagedRows, QueryList, rangeOfPage } from '../query-list.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { AccountTable } from './account-table.tsx';
import { InviteForm } from './invite-form.tsx';
import { MfaPolicy } from './mfa-policy.tsx';

const PAGE_SIZE = 50;
const LIST = textListParams('users', ['search']);

type UsersTabProps = {
  /** The sign-in settings of the signed-in person; they belong to another feature, so the page passes them. */
  ownSignIn: ReactNode;
};

/** The accounts and their rights, invitations, and the MFA policy. */
export function UsersTab({ ownSignIn }: UsersTabProps) {
  return (
    <div className="users-tab">
      <AccountList />
      <InviteForm />
      <MfaPolicy />
      {ownSignIn}
    </div>
  );
}

function AccountList() {
  const list = useListParams(LIST);
  const { search, page: pageNumber } = list.params;
  const { change } = list;
  const query = useAdminQuery(
    [...QUERY_KEYS.adminAccounts, list.params],
    (client) => listAccounts(client, { search, ...rangeOfPage(pageNumber, PAGE_SIZE) }),
    { failed: DASHBOARD_MESSAGES.fetchAccountsFailed },
  );
  const changeSearch = useCallback((text: string) => change({ search: text }), [change]);
  return (
    <ListSection words={users} total={query.data?.total} isHeadingVisible>
      <FilterBar>
        <SearchInput name="account-search" label={users.search} value={search} onChange={changeSearch} />
      </FilterBar>
      <QueryList
        query={query}
        words={users}
        isEmpty={({ total }) => total === 0}
        empty={<ListMessage text={users.empty} />}
      >
        {(page) => (
          <PagedRows page={page} size={PAGE_SIZE} list={list}>
            <AccountTable accounts={page.rows} />
          </PagedRows>
        )}
      </QueryList>
    </ListSection>
  );
}
