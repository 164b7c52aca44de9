import { type ReactNode, useId } from 'react';
import { formatLocalDate } from '#contract/date.ts';
import { INVITATION_DAYS } from '#contract/limits.ts';
import { users } from '#site/content/users.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { listAccounts, readRequireMfa, roleOf, type SiteAccount, writeRequireMfa } from '#site/gateway/users.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Badge } from '#site/ui/badge.tsx';
import { Checkbox } from '#site/ui/checkbox.tsx';
import { DashboardTable } from '../dashboard-table.tsx';
import { FilterBar, SearchInput } from '../list-filters.tsx';
import { textListParams, useListParams } from '../list-params.ts';
import { ListSection } from '../list-section.tsx';
import { useUserId } from '../live/live-provider.tsx';
import { useNow } from '../posts/local-time.ts';
import { findByName, useNames } from '../names.ts';
import { useAdminMutation, useAdminQuery } from '../queries.ts';
import { ListMessage, PagedRows, QueryList, rangeOfPage } from '../query-list.tsx';
import { AccountActions } from './account-actions.tsx';
import { InviteForm } from './invite-form.tsx';
import { OwnName } from './own-name.tsx';

const PAGE_SIZE = 50;
const LIST = textListParams('users', ['search']);

type UsersTabProps = {
  /** The sign-in settings of the signed-in person; they belong to another feature, so the page passes them. */
  ownSignIn: ReactNode;
};

/** The accounts and their rights, invitations, and the MFA policy. */
export function UsersTab({ ownSignIn }: UsersTabProps) {
  return (
    <div className="users-tab stack">
      <AccountList />
      <InviteForm />
      <MfaPolicy />
      <OwnName />
      {ownSignIn}
    </div>
  );
}

function AccountList() {
  const list = useListParams(LIST);
  const { search, page: pageNumber } = list.params;
  const ids = findByName(useNames(), search);
  const query = useAdminQuery(
    [...QUERY_KEYS.adminAccounts, list.params, ids],
    (client) => listAccounts(client, { search, ids, ...rangeOfPage(pageNumber, PAGE_SIZE) }),
    { failed: DASHBOARD_MESSAGES.fetchAccountsFailed },
  );
  return (
    <ListSection words={users} total={query.data?.total} isHeadingVisible>
      <FilterBar>
        <SearchInput
          name="account-search"
          label={users.search}
          value={search}
          onChange={(text) => list.change({ search: text })}
        />
      </FilterBar>
      <QueryList query={query} words={users} empty={<ListMessage text={users.empty} />}>
        {(page) => (
          <PagedRows page={page} size={PAGE_SIZE} list={list}>
            <AccountTable accounts={page.rows} />
          </PagedRows>
        )}
      </QueryList>
    </ListSection>
  );
}

function AccountTable({ accounts }: { accounts: readonly SiteAccount[] }) {
  const userId = useUserId();
  const names = useNames();
  const { columns } = users;
  return (
    <DashboardTable name="accounts" headings={[columns.account, columns.rights, columns.lastSignIn]}>
      {accounts.map((account) => (
        <AccountRow key={account.id} account={account} name={names.get(account.id)} isSelf={account.id === userId} />
      ))}
    </DashboardTable>
  );
}

type AccountRowProps = { account: SiteAccount; name: string | undefined; isSelf: boolean };

function AccountRow({ account, name, isSelf }: AccountRowProps) {
  const { email, created_at: createdAt, last_sign_in_at: lastSignIn } = account;
  return (
    <tr>
      <th scope="row">
        <span className="items__name">
          {name ?? email ?? users.withoutAddress} {isSelf && <span className="soft">({users.you})</span>}
        </span>
        {name && <span className="items__slug label soft">{email ?? users.withoutAddress}</span>}
        <span className="items__slug label soft">{users.since(formatLocalDate(createdAt))}</span>
      </th>
      <td>
        <Rights account={account} />
      </td>
      <td className="items__date" data-label={users.columns.lastSignIn}>
        {lastSignIn ? formatLocalDate(lastSignIn) : users.never}
      </td>
      <td className="items__actions">
        <AccountActions account={account} isSelf={isSelf} />
      </td>
    </tr>
  );
}

function Rights({ account }: { account: SiteAccount }) {
  const note = describeState(account, useNow());
  const isLockedOut = account.state === 'confirmed' && !account.can_sign_in;
  return (
    <span className="items__badges">
      {account.is_admin && <Badge>{users.administrator}</Badge>}
      {account.is_writer && <Badge>{users.writer}</Badge>}
      {account.has_mfa && <Badge tone="muted">{users.mfa}</Badge>}
      {note && <Badge tone="muted">{note}</Badge>}
      {isLockedOut && <Badge tone="muted">{account.is_banned ? users.banned : users.noPassword}</Badge>}
      {!roleOf(account) && !account.has_mfa && !note && !isLockedOut && <span className="soft">{users.noRights}</span>}
    </span>
  );
}

const DAY_MS = 86_400_000;

/** What is to be said of an account that nobody has confirmed; '' for others. */
export function describeState({ state, invited_at, created_at }: SiteAccount, now: Date): string {
  if (state === 'confirmed') return '';
  if (state === 'unconfirmed') return users.addressNotConfirmed;
  const invited = invited_at ?? created_at;
  const until = new Date(Date.parse(invited) + INVITATION_DAYS * DAY_MS);
  if (until < now) return users.invitedExpired(formatLocalDate(invited));
  return users.invitedUntil(formatLocalDate(invited), formatLocalDate(until.toISOString()));
}

const words = users.policy;
/** Row-level security lets only an administrator who has passed MFA require it of all. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** Whether every administrator must use MFA. */
function MfaPolicy() {
  const headingId = useId();
  const { data: isRequired } = useAdminQuery(QUERY_KEYS.adminRequireMfa, readRequireMfa);
  const { mutate, isPending } = useAdminMutation({
    write: writeRequireMfa,
    stale: [QUERY_KEYS.adminRequireMfa],
    failed: DASHBOARD_MESSAGES.changeMfaPolicyFailed,
    explain: (error) =>
      (error as { code?: string }).code === INSUFFICIENT_PRIVILEGE
        ? DASHBOARD_MESSAGES.mfaPolicyNeedsOwnMfa
        : undefined,
    onDone: (_, isNowRequired, tell) =>
      tell(isNowRequired ? DASHBOARD_MESSAGES.mfaRequired : DASHBOARD_MESSAGES.mfaNotRequired),
  });
  if (isRequired === undefined) return null;
  const change = (wanted: boolean): void => {
    if (!isPending && (!wanted || window.confirm(words.question))) mutate(wanted);
  };
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{words.heading}</h2>
      <Checkbox
        label={words.label}
        checked={isRequired}
        aria-disabled={isPending}
        onChange={(event) => change(event.target.checked)}
      />
      <p className="soft">{isRequired ? words.on : words.off}</p>
    </section>
  );
}
