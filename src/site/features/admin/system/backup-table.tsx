import { formatBytes } from '#contract/amounts.ts';
import { formatLocalDate, formatLocalTime, machineTime } from '#contract/date.ts';
import type { SystemBackup } from '#contract/system.ts';
import { system } from '#site/content/system.ts';
import { Badge } from '#site/ui/badge.tsx';
import { Button } from '#site/ui/button.tsx';
import { ItemTable } from '../item-table.tsx';

const words = system.backups;

type BackupTableProps = { backups: readonly SystemBackup[]; isBusy: boolean; onDownload: (id: string) => void };

export function BackupTable({ backups, isBusy, onDownload }: BackupTableProps) {
  const { columns } = words;
  return (
    <ItemTable name="backups" headings={[columns.file, columns.state, columns.size, columns.made]}>
      {backups.map((backup) => (
        <BackupRow key={backup.id} backup={backup} isBusy={isBusy} onDownload={onDownload} />
      ))}
    </ItemTable>
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
        <span className="items__slug">{place}</span>
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
            <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={() => onDownload(id)}>
              <span>
                {words.download} <span className="sr-only">{file}</span>
              </span>
            </Button>
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
        <p className="items__reason">{error}</p>
      </>
    );
  }
  if (finishedAt === null) return <Badge tone="muted">{words.running}</Badge>;
  return (
    <span className="items__badges">
      {isEncrypted && <Badge tone="muted">{words.encrypted}</Badge>}
      <Badge tone="muted">{verifiedAt ? words.verified : words.unverified}</Badge>
      {verifiedAt && <span className="items__slug">{words.verifiedOn(formatLocalDate(verifiedAt))}</span>}
    </span>
  );
}
