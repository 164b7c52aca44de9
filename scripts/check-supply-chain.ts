import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeChecksums, judgeInstallScripts } from './supply-chain/install-scripts.ts';
import { judgeLicences, listLicences } from './supply-chain/licences.ts';
import { readLock } from './supply-chain/read-lock.ts';

/** What is wrong with the packages that a folder installs: licences, install scripts and checksums, a sentence each. */
export function checkSupplyChain(root: string): string[] {
  const packages = readLock(root);
  const { allowScripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    allowScripts?: Record<string, unknown>;
  };
  return [...judgeLicences(packages), ...judgeInstallScripts(packages, allowScripts), ...judgeChecksums(packages)];
}

function main(args: string[]): void {
  const root = join(import.meta.dirname, '..');
  if (args.includes('--list')) return console.log(listLicences(readLock(root)));
  const violations = checkSupplyChain(root);
  for (const violation of violations) console.error(violation);
  console.log(`Supply chain: ${readLock(root).length} packages, ${violations.length} violations.`);
  if (violations.length > 0) process.exitCode = 1;
}

if (import.meta.main) main(process.argv.slice(2));
