import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { runToEnd } from '../child.ts';
import type { Tree } from '../trees/tree.ts';
import { startApp } from './app.ts';

/** A new data folder with the sample content, as the first start of this version makes it. */
export async function newDataFolder(bench: Bench, tree: Tree): Promise<string> {
  const template = join(bench.temporary, `data-${tree.name}`);
  if (!existsSync(template)) {
    bench.say(`First start of ${tree.commit} …`);
    await mkdir(template);
    const app = await startApp(bench, tree, template);
    await app.stop();
  }
  return copyDataFolder(bench, template);
}

/** Copies the data folder of a stopped app. */
export async function copyDataFolder(bench: Bench, from: string): Promise<string> {
  const folder = join(bench.temporary, `copy-${(copies += 1)}`);
  // fs.cp does not keep the owner, and under root the database belongs to another account.
  await runToEnd('cp', ['-a', from, folder], bench);
  return folder;
}

let copies = 0;
