import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LockedPackage, licenceOf, readLock } from './check-supply-chain.ts';

/**
 * A software bill of materials in CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/): every package of the lock file with
 * its licence and checksum. Packages of the build and the tests only have the scope `excluded`. Without dates and random
 * numbers: the same lock file makes the same bill.
 */
function billOfMaterials(product: { name: string; version: string }, packages: readonly LockedPackage[]) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': product.name, ...product } },
    components: packages.map(describeComponent),
  };
}

function describeComponent(one: LockedPackage) {
  const { name, version, isDev, isOptional } = one;
  const expression = licenceOf(one);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    scope: isDev ? 'excluded' : isOptional ? 'optional' : 'required',
    ...(expression && { licenses: [{ expression }] }),
    hashes: hashesOf(one),
  };
}

/** The checksum of the lock file is base64 (SRI), that of CycloneDX hexadecimal. */
function hashesOf({ integrity }: LockedPackage): { alg: string; content: string }[] {
  const [algorithm, digest] = integrity?.split('-', 2) ?? [];
  if (algorithm !== 'sha512' || !digest) return [];
  return [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }];
}

/**
 * `npm run --silent sbom`: prints what the product is made of. `npm sbom` leaves out React with --omit=dev, and ends with
 * an error without.
 */
function main(): void {
  const root = join(import.meta.dirname, '..');
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  console.log(JSON.stringify(billOfMaterials({ name, version }, readLock(root)), null, 2));
}

if (import.meta.main) main();
