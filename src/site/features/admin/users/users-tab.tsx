import { type ReactNode, useId, useState } from 'react';
import { users } from '#site/content/users.ts';
import { listAccounts } from '#site/gateway/users.ts';
import { Field } from '#site/ui/field.tsx';
import { Input } from '#site/ui/input.tsx';
import { PageButtons } from '../page-buttons.tsx';
import { PageStates } from '../page-states.tsx';
import { usePage } from '../use-page.ts';
import { useSettled } from '../use-settled.ts';
import { ACCOUNTS_KEY } from './accounts-key.ts';
import { AccountTable } from './account-table.tsx';
import { InviteForm } from './invite-form.tsx';
import { MfaPolicy } from './mfa-policy.tsx';

const ROWS = 50;

type UsersTabProps = {
  userId: string;
  /** How the signed-in person signs in: another feature's, handed in by the page. */
  ownSignIn: ReactNode;
};

/** Who has an account, who is an administrator, and how strongly they sign in. */
export function UsersTab({ userId, ownSignIn }: UsersTabProps) {
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const headingId = useId();
  const params = { search: useSettled(search), offset, limit: ROWS };
  const query = usePage(
    [...ACCOUNTS_KEY, params],
    (client) => listAccounts(client, params),
    users.messages.fetchFailed,
  );
  const total = query.data?.total;
  return (
    <div className="users">
      <section aria-labelledby={headingId}>
        <div className="dashboard-tab__head">
          <h2 id={headingId}>{users.heading}</h2>
          <p className="tabular" aria-live="polite">
            {total === undefined ? '\u00a0' : (total === 1 ? users.one : users.many).replace('{n}', String(total))}
          </p>
        </div>
        <div className="filter-bar" role="search">
          <Field name="account-search" label={users.search}>
            {(control) => (
              <Input
                {...control}
                type="search"
                value={search}
                onChange={(event) => {
                  setSearch(event.target.value);
                  setOffset(0);
                }}
              />
            )}
          </Field>
        </div>
        <PageStates query={query} words={users} empty={users.empty}>
          {({ rows, total: all }) => (
            <>
              <AccountTable accounts={rows} userId={userId} />
              <PageButtons offset={offset} limit={ROWS} total={all} onMove={setOffset} />
            </>
          )}
        </PageStates>
      </section>
      <InviteForm />
      <MfaPolicy />
      {ownSignIn}
    </div>
  );
}
