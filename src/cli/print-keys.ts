import { readRunning } from '#server/lock.ts';
import { loadSecrets } from '#server/secrets.ts';
import { mkdir } from 'node:fs/promises';
import type { Command } from './command.ts';

/** The keys lie in the data folder, so the site need not run. */
export const printKeys: Command = async ({ config, asJson, say }) => {
  await mkdir(config.dataFolder, { recursive: true });
  const { keys } = await loadSecrets(config.dataFolder);
  const url = readRunning(config.dataFolder)?.url ?? config.siteUrl;
  const answer = { url, anon_key: keys.anonKey, service_role_key: keys.serviceRoleKey };
  say(
    asJson
      ? JSON.stringify(answer, null, 2)
      : Object.entries(answer)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
  );
};
