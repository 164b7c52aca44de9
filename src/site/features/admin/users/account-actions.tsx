import { users } from '#site/content/users.ts';
import type { AccountWithAddress, SiteAccount } from '#site/gateway/users.ts';
import { Button } from '#site/ui/button.tsx';
import { useAccountData } from './use-account-data.ts';
import { useInvite } from './use-invite.ts';
import { useRights } from './use-rights.ts';

/** What an administrator may do with an account: its rights, and its data. */
export function AccountActions({ account, isSelf }: { account: SiteAccount; isSelf: boolean }) {
  const { email } = account;
  return (
    <div className="item-actions">
      {email && <RightsActions account={{ ...account, email }} isSelf={isSelf} />}
      <DataActions account={account} isSelf={isSelf} />
    </div>
  );
}

function RightsActions({ account, isSelf }: { account: AccountWithAddress; isSelf: boolean }) {
  const { change, isBusy } = useRights();
  const { invite, isInviting } = useInvite();
  const { email, state, is_admin: isAdmin } = account;
  return (
    <>
      {state !== 'confirmed' && (
        <Action
          label={users.inviteAgain}
          name={email}
          isBusy={isInviting}
          onClick={() => void invite({ email, asAdmin: false })}
        />
      )}
      {(isAdmin || state !== 'unconfirmed') && (
        <Action
          label={isAdmin ? users.revoke : users.grant}
          name={email}
          isBusy={isBusy}
          isRemoval={isAdmin}
          onClick={() => change(account, isSelf)}
        />
      )}
    </>
  );
}

/** Nobody deletes the own account here: the session would end in the middle. */
function DataActions({ account, isSelf }: { account: SiteAccount; isSelf: boolean }) {
  const { exportData, askAndDelete, isBusy } = useAccountData(account);
  const name = account.email ?? account.id;
  return (
    <>
      <Action label={users.exportData} name={name} isBusy={isBusy} onClick={exportData} />
      {!isSelf && <Action label={users.deleteAccount} name={name} isBusy={isBusy} isRemoval onClick={askAndDelete} />}
    </>
  );
}

type ActionProps = {
  label: string;
  /** Read after the label, since every row has the same buttons. */
  name: string;
  isBusy: boolean;
  isRemoval?: boolean;
  onClick: () => void;
};

function Action({ label, name, isBusy, isRemoval = false, onClick }: ActionProps) {
  return (
    <Button
      size="small"
      variant="quiet"
      className={isRemoval ? 'item-actions__remove' : undefined}
      aria-disabled={isBusy}
      onClick={onClick}
    >
      <span>
        {label} <span className="sr-only">{name}</span>
      </span>
    </Button>
  );
}
