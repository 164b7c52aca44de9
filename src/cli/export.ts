import { pathOf, readConfig } from '#server/config.ts';
import { writeExport } from '#operations/transfer/export/write-export.ts';
import { withServices } from './open-database.ts';
import { endProgram, runProgram } from './command-line.ts';

const USAGE = `npm run export -- FOLDER

  Writes the content, with its pictures and redirects, to a new folder: content.json and posts/*.json, which are exact
  and which npm run import reads, posts/*.md for people and other programs, and pictures/. Accounts, versions of posts
  and enquiries are not in it; npm run backup has everything.`;

await runProgram(USAGE, {}, async (_, [folder, ...others]) => {
  if (!folder || others.length > 0) return 'usage';
  const config = readConfig();
  const report = await withServices(config, { creates: false }, (services) =>
    writeExport(pathOf(folder), { ...services, siteUrl: config.siteUrl, now: () => new Date() }),
  );
  const { missing, unfinished, ...counts } = report;
  const numbers = Object.entries(counts).map(([what, n]) => `${what}: ${n}`);
  console.log(`Exported to ${pathOf(folder)}: ${numbers.join(', ')}`);
  for (const key of missing) console.error(`The picture ${key} could not be read and is not in the export.`);
  for (const other of unfinished)
    console.log(`${other} is of an export that did not end. Unless it still runs, delete it.`);
  return missing.length > 0 ? 1 : 0;
});
// The lock of the storage service holds a connection until the process ends.
await endProgram();
