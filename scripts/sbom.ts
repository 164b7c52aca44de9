import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOfMaterials } from './supply-chain/bill-of-materials.ts';
import { readLock } from './supply-chain/read-lock.ts';

/** `npm run --silent sbom`: prints what the product is made of. Not by `npm sbom`, which leaves out React with --omit=dev, and ends with an error without. */
const root = join(import.meta.dirname, '..');
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
};
console.log(JSON.stringify(billOfMaterials({ name, version }, readLock(root)), null, 2));
