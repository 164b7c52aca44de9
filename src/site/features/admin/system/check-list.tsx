import { formatLocalTime } from '#contract/date.ts';
import { system } from '#site/content/system.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { readSystemReport } from '#site/gateway/system.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { ListSection } from '../list-section.tsx';
import { QueryList } from '../query-list.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { Findings } from './findings.tsx';

const words = system.checks;

/** The checks of the site, made when the tab opens. */
export function CheckList() {
  const query = useAdminQuery(QUERY_KEYS.adminSystemChecks, readSystemReport, {
    failed: DASHBOARD_MESSAGES.checkSystemFailed,
  });
  const { data, isFetching, refetch } = query;
  return (
    <ListSection
      words={words}
      total={data?.findings.length}
      summary={data && words.checked(formatLocalTime(data.checked_at))}
      isHeadingVisible
      create={
        <Button size="small" variant="line" aria-disabled={isFetching} onClick={() => void (isFetching || refetch())}>
          <BusyLabel isBusy={isFetching} idle={words.again} busy={words.busy} />
        </Button>
      }
    >
      <QueryList query={query} words={words} isEmpty={({ findings }) => findings.length === 0} empty={null}>
        {({ findings }) => <Findings findings={findings} />}
      </QueryList>
    </ListSection>
  );
}
