import { formatLocalTime } from '#contract/date.ts';
import type { Finding } from '#contract/system.ts';
import { system } from '#site/content/system.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { readSystemReport } from '#site/gateway/system.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { BusyButton } from '#site/ui/busy-label.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { ListSection } from '../list-section.tsx';
import { useAdminQuery } from '../queries.ts';
import { QueryList } from '../query-list.tsx';

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
        <BusyButton
          size="small"
          variant="line"
          onClick={() => void (isFetching || refetch())}
          isBusy={isFetching}
          idle={words.again}
          busy={words.busy}
        />
      }
    >
      <QueryList query={query} words={words}>
        {({ findings }) => <Findings findings={findings} />}
      </QueryList>
    </ListSection>
  );
}

/** What needs attention first, each with what to do; then, smaller, what is in order. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const inState = (state: Finding['state']) => findings.filter((finding) => finding.state === state);
  const [bad, warnings, skipped, good] = [inState('bad'), inState('warning'), inState('skipped'), inState('good')];
  const attention = [...bad, ...warnings, ...skipped];
  const isAllGood = bad.length + warnings.length === 0;
  return (
    <>
      <Notice
        tone={toneOf(bad.length, warnings.length)}
        role="status"
        text={isAllGood ? words.allGood : words.summary(bad.length, warnings.length)}
      />
      {attention.length > 0 && (
        <ul className="findings">
          {attention.map((finding) => (
            <FindingItem key={finding.id} finding={finding} />
          ))}
        </ul>
      )}
      {good.length > 0 && (
        <ul className="findings findings--good" aria-label={words.inOrder}>
          {good.map((finding) => (
            <FindingItem key={finding.id} finding={finding} />
          ))}
        </ul>
      )}
    </>
  );
}

function toneOf(bad: number, warnings: number): 'danger' | 'plain' | 'success' {
  if (bad > 0) return 'danger';
  return warnings > 0 ? 'plain' : 'success';
}

function FindingItem({ finding: { name, state, says, remedy } }: { finding: Finding }) {
  return (
    <li className={`finding finding--${state}`}>
      <span className="finding__mark" aria-hidden="true" />
      <p className="finding__name">
        {name}
        <span className="sr-only">: {words.states[state]}</span>
      </p>
      <div className="finding__text">
        <p>{says}</p>
        {remedy !== null && (
          <p className="finding__remedy small soft">
            <span>{words.remedy}</span> {remedy}
          </p>
        )}
      </div>
    </li>
  );
}
