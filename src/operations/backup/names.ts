const TIME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const PLAIN = '.tar.gz';
const ENCRYPTED = '.tar.gz.age';
/** The end of the name of an incomplete file. */
export const UNFINISHED = '.unfinished';

/** The name of the file of a backup: host of the site and time, so that names of one site sort by age. */
export function backupName(siteUrl: string, now: Date, isEncrypted: boolean): string {
  return `${prefixOf(siteUrl)}${timeIn(now)}${isEncrypted ? ENCRYPTED : PLAIN}`;
}

function timeIn(now: Date): string {
  return now.toISOString().replaceAll(/[:.]/g, '-');
}

/** A file or record of a later time than this was made while a clock was wrong, so before what is made now. */
export const MAX_AHEAD_MS = 60 * 60_000;

/**
 * Those of the names that are backups of this site, newest first; those that were made while a clock was wrong come last.
 * Others in the same place are never touched.
 */
export function backupsOf(siteUrl: string, names: readonly string[], now = new Date()): string[] {
  const prefix = prefixOf(siteUrl);
  const isOurs = (name: string): boolean => {
    const end = [ENCRYPTED, PLAIN].find((ending) => name.endsWith(ending));
    return end !== undefined && name.startsWith(prefix) && TIME.test(name.slice(prefix.length, -end.length));
  };
  const last = prefix + timeIn(new Date(now.getTime() + MAX_AHEAD_MS));
  const ours = names.filter(isOurs).toSorted().toReversed();
  return [...ours.filter((name) => name < last), ...ours.filter((name) => name >= last)];
}

/** Those of the names that an interrupted backup of this site has left (destination.ts). */
export function unfinishedOf(siteUrl: string, names: readonly string[]): string[] {
  return names.filter(
    (name) => name.endsWith(UNFINISHED) && backupsOf(siteUrl, [name.slice(0, -UNFINISHED.length)]).length > 0,
  );
}

/**
 * The backups to delete: all but the `keep` newest and the newest that was verified. `names` has the newest first. Without
 * a verified one those that are not recorded stay: they may have been verified before a restore replaced the record.
 */
export function expiredBackups(
  names: readonly string[],
  keep: number,
  verified: ReadonlySet<string>,
  recorded: ReadonlySet<string>,
): string[] {
  const newestVerified = names.find((name) => verified.has(name));
  const mayGo = (name: string) => (newestVerified === undefined ? recorded.has(name) : name !== newestVerified);
  return names.slice(keep).filter(mayGo);
}

function prefixOf(siteUrl: string): string {
  return `${new URL(siteUrl).host.replaceAll(/[^a-z0-9.-]/gi, '-')}-`;
}
