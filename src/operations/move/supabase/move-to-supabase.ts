import type pg from 'pg';
import { type FilePlace, openSiteFiles } from '#operations/backup/site-files.ts';
import { listSequences, listTables, queryOn } from '#operations/backup/tables.ts';
import { type CopyTotals, copyTables, inBoth } from '../copy-database.ts';
import { copySeedHistory } from '../seed-history.ts';
import { completeAccounts } from './complete-accounts.ts';
import { createAccounts } from './create-accounts.ts';
import { movePictureAddresses } from './picture-addresses.ts';
import type { Project } from './project.ts';
import { type UploadTotals, uploadFiles } from './upload-files.ts';

export type SupabaseMove = {
  /** The database of the site, and that of the project, with its migrations applied. */
  from: pg.Client;
  to: pg.Client;
  project: Project;
  /** SITE_URL of the site. */
  siteUrl: string;
  files: FilePlace;
  onProgress: (line: string) => void;
};
export type SupabaseTotals = CopyTotals & UploadTotals & { accounts: number };

/** Content lies in `public`; the services of the project own its other schemas. */
const isContent = ({ schema }: { schema: string }): boolean => schema === 'public';

/**
 * Moves a site to a Supabase project: accounts by its auth API, files by its storage API, content by COPY. Content comes
 * last and in one transaction, so that the command can be repeated until it is there. Throws a ConfigurationError for
 * what the operator can correct.
 */
export async function moveToSupabase({
  from,
  to,
  project,
  siteUrl,
  files,
  onProgress,
}: SupabaseMove): Promise<SupabaseTotals> {
  onProgress('Accounts …');
  const created = await createAccounts(from, project);
  onProgress('Files …');
  const uploads = await uploadFiles(from, project, await openSiteFiles(files));
  const copied = await inBoth({ from, to }, async () => {
    await completeAccounts({ from, to }, created, project);
    const query = queryOn(from);
    const totals = await copyTables(
      { from, to },
      {
        tables: (await listTables(query)).filter(isContent),
        sequences: (await listSequences(query)).filter(isContent),
        replaced: isContent,
        onTable: (name) => onProgress(`${name} …`),
      },
    );
    await movePictureAddresses(to, siteUrl, project);
    await copySeedHistory({ from, to });
    return totals;
  });
  return { ...copied, ...uploads, accounts: created.length };
}
