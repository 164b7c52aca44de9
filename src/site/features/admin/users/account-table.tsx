import { formatLocalDate } from '#contract/date.ts';
import { users } from '#site/content/users.ts';
import { dashboard } from '#site/content/dashboard.ts';
import type { AccountWithAddress, SiteAccount } from '#site/gateway/users.ts';
import { Badge } from '#site/ui/badge.tsx';
import { Button } from '#site/ui/button.tsx';
import { useInvite } from './use-invite.ts';
import { useRights } from './use-rights.ts';

export function AccountTable({ accounts, userId }: { accounts: readonly SiteAccount[]; userId: string }) {
  const { columns } = users;
  return (
    <table className="items items--accounts">
      <thead>
        <tr>
          <th scope="col">{columns.account}</th>
          <th scope="col">{columns.rights}</th>
          <th scope="col">{columns.lastSignIn}</th>
          <th scope="col">
            <span className="sr-only">{dashboard.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <AccountRow key={account.id} account={account} isSelf={account.id === userId} />
        ))}
      </tbody>
    </table>
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
      <td className="items__actions">{email && <AccountActions account={{ ...account, email }} isSelf={isSelf} />}</td>
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

function AccountActions({ account, isSelf }: { account: AccountWithAddress; isSelf: boolean }) {
  const { change, isBusy } = useRights();
  const { invite, isInviting } = useInvite();
  const { email, state, is_admin: isAdmin } = account;
  return (
    <div className="item-actions">
      {state !== 'confirmed' && (
        <Button
          size="small"
          variant="quiet"
          aria-disabled={isInviting}
          onClick={() => void invite({ email, asAdmin: false })}
        >
          <span>
            {users.inviteAgain} <span className="sr-only">{email}</span>
          </span>
        </Button>
      )}
      {(isAdmin || state !== 'unconfirmed') && (
        <Button
          size="small"
          variant="quiet"
          className={isAdmin ? 'item-actions__remove' : undefined}
          aria-disabled={isBusy}
          onClick={() => change(account, isSelf)}
        >
          <span>
            {isAdmin ? users.revoke : users.grant} <span className="sr-only">{email}</span>
          </span>
        </Button>
      )}
    </div>
  );
}
