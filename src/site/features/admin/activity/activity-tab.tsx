import { useState } from 'react';
import { activity } from '#site/content/activity.ts';
import { listActivity } from '#site/gateway/activity.ts';
import { Field } from '#site/ui/field.tsx';
import { Input, Select } from '#site/ui/input.tsx';
import { PageButtons } from '../page-buttons.tsx';
import { PageStates } from '../page-states.tsx';
import { usePage } from '../use-page.ts';
import { useSettled } from '../use-settled.ts';
import { ActivityTable } from './activity-table.tsx';

const ROWS = 50;

/** Who did what and when, newest first. */
export function ActivityTab() {
  const [subject, setSubject] = useState('');
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const settled = useSettled(search);
  const params = { subject, search: settled, offset, limit: ROWS };
  const query = usePage(['admin-activity', params], (client) => listActivity(client, params), activity.fetchFailed);
  const total = query.data?.total;
  const isFiltered = subject !== '' || settled.trim() !== '';
  return (
    <>
      <div className="dashboard-tab__head">
        <h2 className="sr-only">{activity.heading}</h2>
        <p className="tabular" aria-live="polite">
          {total === undefined ? '\u00a0' : (total === 1 ? activity.one : activity.many).replace('{n}', String(total))}
        </p>
      </div>
      <div className="filter-bar" role="search">
        <Field name="activity-search" label={activity.search}>
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
        <Field name="activity-subject" label={activity.filter}>
          {(control) => (
            <Select
              {...control}
              value={subject}
              onChange={(event) => {
                setSubject(event.target.value);
                setOffset(0);
              }}
            >
              <option value="">{activity.everything}</option>
              {Object.entries(activity.subjects).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <PageStates query={query} words={activity} empty={isFiltered ? activity.noMatch : activity.empty}>
        {({ rows, total: all }) => (
          <>
            <ActivityTable entries={rows} />
            <PageButtons offset={offset} limit={ROWS} total={all} onMove={setOffset} />
          </>
        )}
      </PageStates>
    </>
  );
}
