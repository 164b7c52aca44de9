import { lockDataFolder, readRunning } from '#server/lock.ts';
import { type Secrets, loadSecrets, readSecrets } from '#server/secrets.ts';
import type { Config } from '#server/config.ts';
import type { Command } from './command.ts';

/** Reads the keys from the data folder; the site need not run. */
export const printKeysCommand: Command = async ({ config, asJson, print }) => {
  const { keys } = readSecrets(config.dataFolder) ?? (await makeSecrets(config));
  const url = readRunning(config.dataFolder)?.url ?? config.siteUrl;
  const answer = { url, anon_key: keys.anonKey, service_role_key: keys.serviceRoleKey };
  print(
    asJson
      ? JSON.stringify(answer, null, 2)
      : Object.entries(answer)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
  );
};

/** Creates the secrets before the first start, under the lock, so that a concurrent start does not create others. */
async function makeSecrets(config: Config): Promise<Secrets> {
  const lock = lockDataFolder(config.dataFolder);
  try {
    return await loadSecrets(config);
  } finally {
    lock.release();
  }
}
