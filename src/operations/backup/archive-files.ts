import type { RunQuery } from '#backend/database/connect.ts';
import { type FileEntry, fileEntryName } from './manifest.ts';
import type { SiteFiles } from './site-files.ts';
import type { Archive } from './write-archive.ts';

/** The files of a backup that is being written. */
export type ArchivedFiles = {
  /**
   * Adds the files of these versions that the archive does not have yet. Returns the versions whose bytes are gone.
   * Throws the errors of the store and of the archive.
   */
  addAll: (versions: readonly string[]) => Promise<string[]>;
  /** The manifest's entries of these versions, without those that are not in the archive. */
  entriesOf: (versions: readonly string[]) => FileEntry[];
};

const TOLD_EVERY = 100;

export function archiveFiles(
  archive: Archive,
  files: Pick<SiteFiles, 'read'>,
  onProgress: (line: string) => void,
): ArchivedFiles {
  const added = new Map<string, FileEntry>();
  const add = async (version: string): Promise<boolean> => {
    const file = await files.read(version);
    if (!file) return false;
    const sha256 = await archive.addStream(fileEntryName(version), file.bytes, file.content);
    added.set(version, { version, bytes: file.bytes, sha256 });
    if (added.size % TOLD_EVERY === 0) onProgress(`Files: ${added.size} so far`);
    return true;
  };
  return {
    addAll: async (versions) => {
      const gone: string[] = [];
      for (const version of versions) if (!added.has(version) && !(await add(version))) gone.push(version);
      return gone;
    },
    entriesOf: (versions) => versions.flatMap((version) => added.get(version) ?? []),
  };
}

/** The versions that a row names, in the snapshot of the query. */
export async function listVersions(query: RunQuery): Promise<string[]> {
  const { rows } = await query('select version from storage.objects where version is not null order by version');
  return rows.map(({ version }) => version as string);
}
