import { useId } from 'react';
import { users } from '#site/content/users.ts';
import { readRequireMfa, writeRequireMfa } from '#site/gateway/users.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Checkbox } from '#site/ui/checkbox.tsx';
import { useAdminMutation } from '../use-admin-mutation.ts';
import { useAdminQuery } from '../use-admin-query.ts';

const words = users.policy;
/** Row-level security lets only an administrator who has passed MFA require it of all. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** Whether every administrator must use MFA. */
export function MfaPolicy() {
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
