import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Verdict, good, warning } from '../finding.ts';

const PACKAGE = join(import.meta.dirname, '../../../package.json');

/** Says the versions of the product and of Node, and whether it is the Node that the product was tested with. */
export async function checkVersions(running: string = process.versions.node): Promise<Verdict> {
  const { version, dependencies } = JSON.parse(await readFile(PACKAGE, 'utf8')) as {
    version: string;
    dependencies: { node: string };
  };
  const says = `The site is version ${version}, on Node ${running}.`;
  if (running === dependencies.node) return good(says);
  return warning(
    `${says} It was tested with Node ${dependencies.node}.`,
    'Start it by npm start, which brings that version.',
  );
}
