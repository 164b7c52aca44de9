import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { formatLongDate } from '#contract/date.ts';
import { launch, LAUNCH_ITEMS } from '#site/content/launch.ts';
import { listLeaders } from '#site/content/team.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { type Clearance, type Clearances, readClearances, setClearance } from '#site/gateway/launch.ts';
import { hasSystemService, readSystemReport } from '#site/gateway/system.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { BusyButton } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { TextField } from '#site/ui/field.tsx';
import { Options } from '#site/ui/input.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { ListSection } from '../list-section.tsx';
import { toLocalInput } from '../posts/local-time.ts';
import { useAdminMutation, useAdminQuery } from '../queries.ts';
import { QueryList } from '../query-list.tsx';
import { Findings } from '../system/check-list.tsx';

/** Those of the checks that a firm has to pass before visitors come; the others are about running the site. */
const CHECKS = ['samples', 'sample-content', 'search', 'address', 'mail-server', 'backups', 'administrators'];

/** What is left before the site is public: what the site can see, and what a partner decides. */
export function LaunchTab() {
  const { hosted } = launch.checks;
  return (
    <div className="system-tab stack">
      {hasSystemService() ? <LaunchChecks /> : <Notice title={hosted.heading} text={hosted.text} />}
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

const words = launch.cleared;
const NAME_MAX_LENGTH = 80;

type Item = (typeof LAUNCH_ITEMS)[number];

/** What a partner clears by a name and a date. */
function ClearanceList() {
  const query = useAdminQuery(QUERY_KEYS.adminClearances, readClearances);
  const [opened, setOpened] = useState<string | null>(null);
  const { data } = query;
  const done = data && LAUNCH_ITEMS.filter(({ id }) => data[id]).length;
  return (
    <ListSection words={words} total={done} isHeadingVisible>
      <p className="system-tab__note soft">{words.intro}</p>
      <QueryList query={query} words={words} errorRole="alert">
        {(clearances: Clearances) => (
          <ul className="findings">
            {LAUNCH_ITEMS.map((item) => (
              <LaunchItem
                key={item.id}
                item={item}
                clearance={clearances[item.id]}
                isOpen={opened === item.id}
                onOpen={() => setOpened(item.id)}
                onClose={() => setOpened((now) => (now === item.id ? null : now))}
              />
            ))}
          </ul>
        )}
      </QueryList>
    </ListSection>
  );
}

type LaunchItemProps = {
  item: Item;
  clearance: Clearance | undefined;
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
};

function LaunchItem({ item, clearance, isOpen, onOpen, onClose }: LaunchItemProps) {
  const { mutate, isPending } = useAdminMutation({
    write: (client: DataClient, next: Clearance | null) => setClearance(client, item.id, next),
    stale: [QUERY_KEYS.adminClearances],
    failed: DASHBOARD_MESSAGES.clearFailed,
    onDone: onClose,
  });
  return (
    <li className={`finding finding--${clearance ? 'good' : 'skipped'}`}>
      <span className="finding__mark" aria-hidden="true" />
      <p className="finding__name">
        {item.name}
        {!clearance && <span className="sr-only">: {words.open}</span>}
      </p>
      <div className="finding__text">
        <p>{item.text}</p>
        {clearance && !isOpen && (
          <p className="small soft">{words.by(clearance.by, formatLongDate(`${clearance.on}T12:00:00Z`))}</p>
        )}
        {isOpen ? (
          <ClearForm isBusy={isPending} onClear={mutate} onCancel={onClose} />
        ) : (
          <p className="finding__action">
            <BusyButton
              size="small"
              variant="line"
              aria-label={clearance ? words.undoItem(item.name) : words.clearItem(item.name)}
              onClick={() => {
                if (!clearance) onOpen();
                else if (!isPending) mutate(null);
              }}
              isBusy={isPending}
              idle={clearance ? words.undo : words.clear}
              busy={words.busy}
            />
          </p>
        )}
      </div>
    </li>
  );
}

/** Today on the calendar of the person at the dashboard, as a date field has it. */
const today = (): string => toLocalInput(new Date().toISOString()).slice(0, 10);

type ClearFormProps = { isBusy: boolean; onClear: (clearance: Clearance) => void; onCancel: () => void };

function ClearForm({ isBusy, onClear, onCancel }: ClearFormProps) {
  const listId = useId();
  const nameInput = useRef<HTMLInputElement>(null);
  const [by, setBy] = useState('');
  const [on, setOn] = useState(today);
  const [isTried, setTried] = useState(false);
  const name = by.trim();
  const isDate = on !== '' && on <= today();
  useEffect(() => nameInput.current?.focus(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isBusy && name !== '' && isDate) onClear({ by: name, on });
  };
  return (
    <form className="finding__form" noValidate onSubmit={submit}>
      <TextField
        name="cleared-by"
        label={words.name}
        required
        {...(isTried && name === '' && { error: words.errors.name })}

        ref={nameInput}
        list={listId}
        value={by}
        maxLength={NAME_MAX_LENGTH}
        autoComplete="off"
        autoCapitalize="words"
        onChange={(event) => setBy(event.target.value)}
      />
      <datalist id={listId}>
        <Options of={listLeaders().map(({ name: leader }) => [leader, leader])} />
      </datalist>
      <TextField
        name="cleared-on"
        label={words.date}
        required
        {...(isTried && !isDate && { error: words.errors.date })}
        type="date"
        value={on}
        max={today()}
        onChange={(event) => setOn(event.target.value)}
      />
      <div className="row finding__action">
        <BusyButton type="submit" size="small" isBusy={isBusy} idle={words.clear} busy={words.busy} />
        <Button size="small" variant="line" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
