import { formatLocalDate } from '#contract/date.ts';
import { users } from '#site/content/users.ts';
import type { SiteAccount } from '#site/gateway/users.ts';
import { Badge } from '#site/ui/badge.tsx';
import { useUserId } from '../live/use-live.ts';
import { DashboardTable } from '../dashboard-table.tsx';
import { AccountActions } from './account-actions.tsx';

export function AccountTable({ accounts }: { accounts: readonly SiteAccount[] }) {
  const userId = useUserId();
  const { columns } = users;
  return (
    <DashboardTable name="accounts" headings={[columns.account, columns.rights, columns.lastSignIn]}>
      {accounts.map((account) => (
        <AccountRow key={account.id} account={account} isSelf={account.id === userId} />
      ))}
    </DashboardTable>
  );
}

function AccountRow({ account, isSelf }: { account: SiteAccount; isSelf: boolean }) {
  const { email, created_at: createdAt, last_sign_in_at: lastSignIn } = account;
  return (
    <tr>
      <th scope="row">
        <span className="items__name">
          {email ?? users.withoutAddress} {isSelf && <span className="soft">({users.you})</span>}
        </span>
        <span className="items__slug">{users.since(formatLocalDate(createdAt))}</span>
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
  const note = users.states[account.state](formatLocalDate(account.invited_at ?? account.created_at));
  const isLockedOut = account.state === 'confirmed' && !account.can_sign_in;
  return (
    <span className="items__badges">
      {account.is_admin && <Badge>{users.administrator}</Badge>}
      {account.has_mfa && <Badge tone="muted">{users.mfa}</Badge>}
      {note && <Badge tone="muted">{note}</Badge>}
      {isLockedOut && <Badge tone="muted">{users.cannotSignIn}</Badge>}
      {!account.is_admin && !account.has_mfa && !note && !isLockedOut && <span className="soft">{users.noRights}</span>}
    </span>
  );
}
