import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Verdict, good, warning } from '../finding.ts';

const PACKAGE = join(import.meta.dirname, '../../../../package.json');

/** The version of the product, and that of Node with which it was tested. */
export function readProduct(): { version: string; node: string } {
  const { version, dependencies } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as {
    version: string;
    dependencies: { node: string };
  };
  return { version, node: dependencies.node };
}

/** Says the versions of the product and of Node, and whether it is the Node that the product was tested with. */
export function checkVersions(running: string = process.versions.node): Verdict {
  const { version, node } = readProduct();
  const says = `The site is version ${version}, on Node ${running}.`;
  if (running === node) return good(says);
  return warning(`${says} It was tested with Node ${node}.`, 'Start it by npm start, which brings that version.');
}
