import { useState } from 'react';
import { formatLongDate } from '#contract/date.ts';
import { readers as words, VIEW_PERIODS } from '#site/content/readers.ts';
import { browserSiteConfig } from '#site/gateway/site-config.ts';
import { readViewReport, type CountedName, type ViewReport, type ViewsOfDay } from '#site/gateway/views.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { downloadText } from '#site/ui/download-text.ts';
import { Notice } from '#site/ui/notice.tsx';
import { DashboardTable } from '../dashboard-table.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { FilterBar, FilterSelect } from '../list-filters.tsx';
import { textListParams, useListParams } from '../list-params.ts';
import { ListSection } from '../list-section.tsx';
import { useAdminQuery } from '../queries.ts';
import { Disclosure, ListMessage, QueryList } from '../query-list.tsx';
import { daysOfPeriod, fillDays, reportAsCsv } from './view-days.ts';

const LIST = textListParams('readers', ['days']);
const DEFAULT_PERIOD = 30;
const NUMBER = new Intl.NumberFormat('en-IN');
const ViewsChart = lazyPart(async () => (await import('./views-chart.tsx')).ViewsChart);

/** How often pages were read, where readers came from, and what was not found. */
export function ReadersTab() {
  const { countsViews, supabaseUrl } = browserSiteConfig();
  if (countsViews) return <ViewsOfPeriod />;
  return <Notice title={words.off.heading} text={supabaseUrl === '' ? words.off.text : words.off.hosted} />;
}

function ViewsOfPeriod() {
  const { params, change } = useListParams(LIST);
  const period = VIEW_PERIODS.find((one) => String(one) === params.days) ?? DEFAULT_PERIOD;
  const [openedAt] = useState(() => Date.now());
  const days = daysOfPeriod(period, openedAt);
  const since = days[0] ?? '';
  const query = useAdminQuery(
    [...QUERY_KEYS.adminViews, since],
    async (client): Promise<ViewReport> => {
      const report = await readViewReport(client, since);
      return { ...report, days: fillDays(days, report.days) };
    },
    { refetchInterval: 60_000 },
  );
  const { data } = query;
  const views = sumOf(data?.days, 'views');
  return (
    <ListSection words={words} total={data && views} summary={words.summary(views, sumOf(data?.days, 'enquiries'))}>
      <FilterBar>
        <FilterSelect
          name="readers-days"
          label={words.period}
          value={String(period)}
          onChange={(chosen) => change({ days: chosen })}
          options={VIEW_PERIODS.map((one) => [String(one), words.periods[one]])}
        />
      </FilterBar>
      <QueryList query={query} words={words} errorRole="alert">
        {(report) =>
          Object.keys(report.names).length === 0 ? (
            <ListMessage text={words.empty} />
          ) : (
            <Report report={report} views={views} since={since} />
          )
        }
      </QueryList>
      <p className="readers-note small soft">{words.note}</p>
    </ListSection>
  );
}

function Report({ report, views, since }: { report: ViewReport; views: number; since: string }) {
  const { days, names } = report;
  const label = words.chart(views, formatLongDate(since), formatLongDate(days.at(-1)?.day ?? since));
  const save = (): void => downloadText(words.fileName(since), reportAsCsv(days, report), 'text/csv');
  return (
    <div className="readers stack">
      <ViewsChart days={days} label={label} />
      <Disclosure summary={words.table}>{() => <DayTable days={days} />}</Disclosure>
      <div className="readers__lists">
        {Object.entries(words.lists).map(([kind, list]) => {
          const counted = names[kind];
          return counted && <NameTable key={kind} {...list} counted={counted} />;
        })}
      </div>
      <p>
        <Button size="small" variant="line" onClick={save}>
          {words.download}
        </Button>
      </p>
    </div>
  );
}

function DayTable({ days }: { days: readonly ViewsOfDay[] }) {
  const { columns } = words;
  return (
    <DashboardTable name="views" headings={[columns.day, columns.views, columns.enquiries]} hasActions={false}>
      {days.toReversed().map(({ day, views, enquiries }) => (
        <tr key={day}>
          <td>
            <time dateTime={day}>{formatLongDate(day)}</time>
          </td>
          <td className="tabular" data-label={columns.views}>
            {NUMBER.format(views)}
          </td>
          <td className="tabular" data-label={columns.enquiries}>
            {NUMBER.format(enquiries)}
          </td>
        </tr>
      ))}
    </DashboardTable>
  );
}

const SHOWN_NAMES = 15;

function NameTable({ heading, name, counted }: { heading: string; name: string; counted: readonly CountedName[] }) {
  return (
    <section>
      <h3>{heading}</h3>
      <DashboardTable name="views" headings={[name, words.columns.views]} hasActions={false}>
        {counted.slice(0, SHOWN_NAMES).map((one) => (
          <tr key={one.name}>
            <td>{one.name}</td>
            <td className="tabular">{NUMBER.format(one.count)}</td>
          </tr>
        ))}
      </DashboardTable>
    </section>
  );
}

function sumOf(days: readonly ViewsOfDay[] = [], field: 'views' | 'enquiries'): number {
  return days.reduce((sum, day) => sum + day[field], 0);
}
