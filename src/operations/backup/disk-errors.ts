import { ConfigurationError } from '#backend/configuration-error.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'the quota of its disk is used up',
  ENOENT: 'the folder above it does not exist (is its disk mounted?)',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its disk is mounted read-only',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
};

/** A ConfigurationError that names the folder and the reason, for an error of its disk; any other error as it is. */
export function describeDiskError(folder: string, error: unknown): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  if (!reason) return error;
  return new ConfigurationError(`The folder ${folder} of backups cannot be used: ${reason}.`, { cause: error });
}
