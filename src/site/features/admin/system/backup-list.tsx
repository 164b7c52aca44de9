import { formatBytes } from '#contract/amounts.ts';
import { formatLocalDate, formatLocalTime, machineTime } from '#contract/date.ts';
import type { SystemBackup } from '#contract/system.ts';
import { system } from '#site/content/system.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { linkToBackup, listBackups, startBackup, SystemRequestError } from '#site/gateway/system.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Badge } from '#site/ui/badge.tsx';
import { BusyButton } from '#site/ui/busy-label.tsx';
import { toast } from '#site/ui/toast.ts';
import { DashboardTable, RowAction } from '../dashboard-table.tsx';
import { ListSection } from '../list-section.tsx';
import { useAdminMutation, useAdminQuery } from '../queries.ts';
import { QueryList } from '../query-list.tsx';

const words = system.backups;
/** While one is made its size and result are awaited. */
const WHILE_MAKING_MS = 2_000;

/** The newest backups: when they were made, tried, and how to download one. */
export function BackupList() {
  const query = useAdminQuery(QUERY_KEYS.adminBackups, listBackups, {
    failed: DASHBOARD_MESSAGES.fetchBackupsFailed,
    refetchInterval: ({ state }) =>
      state.data?.some(isRunning) && state.status === 'success' ? WHILE_MAKING_MS : false,
  });
  const { download, isBusy } = useDownload();
  const { data } = query;
  const making = useBackupNow();
  const isMaking = making.isPending || (data?.some(isRunning) ?? false);
  return (
    <ListSection
      words={words}
      total={data?.length}
      summary={data && summaryOf(data)}
      isHeadingVisible
      create={
        <BusyButton
          size="small"
          variant="line"
          onClick={() => isMaking || making.mutate(undefined)}
          isBusy={isMaking}
          idle={words.make}
          busy={words.making}
        />
      }
    >
      <QueryList query={query} words={words} empty={<NoBackup />}>
        {(backups) => (
          <>
            <BackupTable backups={backups} isBusy={isBusy} onDownload={download} />
            {backups.some(isPlain) && <p className="system-tab__note soft">{words.whyNoDownload}</p>}
          </>
        )}
      </QueryList>
    </ListSection>
  );
}

function NoBackup() {
  return (
    <div className="query-list__empty">
      <p className="lead">{words.empty}</p>
      <p className="system-tab__note soft">{words.advice}</p>
    </div>
  );
}

const isRunning = ({ finished_at, error }: SystemBackup) => finished_at === null && error === null;
const isPlain = ({ finished_at, is_encrypted }: SystemBackup) => finished_at !== null && !is_encrypted;

/** When the newest was made, and when one was last restored as a trial; else how many there are. */
function summaryOf(backups: readonly SystemBackup[]): string {
  const made = backups.find(({ finished_at }) => finished_at !== null)?.finished_at;
  if (!made) return words.count(backups.length);
  const verified = backups
    .flatMap(({ verified_at }) => verified_at ?? [])
    .toSorted()
    .at(-1);
  return words.summary(formatLocalTime(made), verified ? words.tried(formatLocalTime(verified)) : words.neverTried);
}

type BackupTableProps = { backups: readonly SystemBackup[]; isBusy: boolean; onDownload: (id: string) => void };

function BackupTable({ backups, isBusy, onDownload }: BackupTableProps) {
  const { columns } = words;
  return (
    <DashboardTable name="backups" headings={[columns.file, columns.state, columns.size, columns.made]}>
      {backups.map((backup) => (
        <BackupRow key={backup.id} backup={backup} isBusy={isBusy} onDownload={onDownload} />
      ))}
    </DashboardTable>
  );
}

function BackupRow({ backup, isBusy, onDownload }: { backup: SystemBackup } & Omit<BackupTableProps, 'backups'>) {
  const { columns } = words;
  const { id, file, place, bytes, started_at: startedAt, finished_at: finishedAt } = backup;
  const time = finishedAt ?? startedAt;
  return (
    <tr>
      <th scope="row">
        <span className="items__name">{file}</span>
        <span className="items__slug label soft">{place}</span>
      </th>
      <td className="items__state">
        <BackupState backup={backup} />
      </td>
      <td className="items__date tabular">{bytes === null ? '' : formatBytes(bytes)}</td>
      <td className="items__date" data-label={columns.made}>
        <time dateTime={machineTime(time)}>{formatLocalTime(time)}</time>
      </td>
      <td className="items__actions">
        {backup.is_downloadable && (
          <div className="item-actions">
            <RowAction label={words.download} name={file} isBusy={isBusy} onClick={() => onDownload(id)} />
          </div>
        )}
      </td>
    </tr>
  );
}

function BackupState({ backup }: { backup: SystemBackup }) {
  const { finished_at: finishedAt, verified_at: verifiedAt, error, is_encrypted: isEncrypted } = backup;
  if (error !== null) {
    return (
      <>
        <p className="items__badges">
          <Badge>{words.error}</Badge>
        </p>
        <p className="items__reason small soft">{error}</p>
      </>
    );
  }
  if (finishedAt === null) return <Badge tone="muted">{words.running}</Badge>;
  return (
    <span className="items__badges">
      {isEncrypted && <Badge tone="muted">{words.encrypted}</Badge>}
      <Badge tone="muted">{verifiedAt ? words.verified : words.unverified}</Badge>
      {verifiedAt && <span className="items__slug label soft">{words.verifiedOn(formatLocalDate(verifiedAt))}</span>}
    </span>
  );
}

function useBackupNow() {
  return useAdminMutation({
    write: startBackup,
    stale: [QUERY_KEYS.adminBackups],
    failed: DASHBOARD_MESSAGES.startBackupFailed(),
    explain: (error) =>
      error instanceof SystemRequestError ? DASHBOARD_MESSAGES.startBackupFailed(error.message) : undefined,
    onDone: () => toast(DASHBOARD_MESSAGES.backupStarted),
  });
}

/** Lets the browser save the file of a backup. */
function useDownload() {
  const { mutate, isPending } = useAdminMutation({
    write: linkToBackup,
    stale: [QUERY_KEYS.adminBackups],
    failed: DASHBOARD_MESSAGES.downloadBackupFailed(),
    explain: (error) =>
      error instanceof SystemRequestError ? DASHBOARD_MESSAGES.downloadBackupFailed(error.message) : undefined,
    // The answer is an attachment, so the page stays.
    onDone: (url) => window.location.assign(url),
  });
  const download = (id: string): void => {
    if (!isPending) mutate(id);
  };
  return { download, isBusy: isPending };
}
