import { launch } from '#site/content/launch.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { hasSystemService, readSystemReport } from '#site/gateway/system.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Notice } from '#site/ui/notice.tsx';
import { ListSection } from '../list-section.tsx';
import { useAdminQuery } from '../queries.ts';
import { QueryList } from '../query-list.tsx';
import { Findings } from '../system/check-list.tsx';
import { ClearanceList } from './clearance-list.tsx';

/** Those of the checks that a firm has to pass before visitors come; the others are about running the site. */
const CHECKS = ['samples', 'sample-content', 'search', 'address', 'mail-server', 'backups', 'administrators'];

/** What is left before the site is public: what the site can see, and what a partner decides. */
export function LaunchTab() {
  return (
    <div className="system-tab stack">
      {hasSystemService() ? <LaunchChecks /> : <Hosted />}
      <ClearanceList />
    </div>
  );
}

function LaunchChecks() {
  const query = useAdminQuery(QUERY_KEYS.adminSystemChecks, readSystemReport, {
    failed: DASHBOARD_MESSAGES.checkSystemFailed,
  });
  const findings = query.data?.findings.filter(({ id }) => CHECKS.includes(id));
  return (
    <ListSection words={launch.checks} total={findings?.length} isHeadingVisible>
      <QueryList query={query} words={launch.checks}>
        {() => <Findings findings={findings ?? []} />}
      </QueryList>
    </ListSection>
  );
}

function Hosted() {
  return <Notice title={launch.checks.hosted.heading} text={launch.checks.hosted.text} />;
}
