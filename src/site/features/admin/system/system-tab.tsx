import { system } from '#site/content/system.ts';
import { hasSystemService } from '#site/gateway/system.ts';
import { Notice } from '#site/ui/notice.tsx';
import { BackupList } from './backup-list.tsx';
import { CheckList } from './check-list.tsx';
import { MailList } from './mail-list.tsx';

/** How the site is running: checks, mail that has not arrived, backups. */
export function SystemTab() {
  if (!hasSystemService()) {
    return (
      <Notice title={system.hosted.heading}>
        <p>{system.hosted.text}</p>
      </Notice>
    );
  }
  return (
    <div className="system-tab stack">
      <CheckList />
      <MailList />
      <BackupList />
    </div>
  );
}
