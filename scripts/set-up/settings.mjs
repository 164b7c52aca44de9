import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import util from 'node:util';
import { ROOT } from './programs.mjs';

/** Where the settings are, unless SITE_ENV_FILE names a file. The first one that exists is read. */
const PLACES = [join(ROOT, 'site.env'), '/etc/india-going-global.env'];

/**
 * The environment with the settings of the env file added; what is set already wins. The service and the operator's
 * commands both read it here, so that they have the same settings, those of Node included. Throws when a file that is
 * named cannot be read. A command needs one in the usual places as well; the service may have got it from systemd.
 */
export function withSettings(environment, { isService }) {
  const named = environment.SITE_ENV_FILE;
  const file = named ?? PLACES.find((place) => existsSync(place));
  if (!file) return environment;
  try {
    // An editor may have put a byte order mark before the first name.
    return { ...util.parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')), ...environment };
  } catch (error) {
    if (isService && !named) return environment;
    const remedy =
      error.code === 'ENOENT'
        ? 'Correct SITE_ENV_FILE.'
        : 'Use the account that may read them: that of the service, or root.';
    throw new Error(`The settings in ${file} cannot be read (${error.code}). ${remedy}`, { cause: error });
  }
}

/**
 * The account of a command: as root that of the owner of DATA_DIR, so that the service can write what the command
 * writes; otherwise nothing.
 */
export function accountFor({ DATA_DIR }) {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(DATA_DIR || join(ROOT, 'data'), { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : {};
}
