import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from './test-app.ts';

/**
 * Where the product holds a text: the tables of all schemas with a row that has it, and the files of the data folder
 * apart from those of PostgreSQL. The letter case does not count.
 */
export async function findText(app: TestApp, text: string): Promise<string[]> {
  const tables = await app.query(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await app.query(
      `select 1 from ${String(name)} t where strpos(lower(t::text), lower($1)) > 0 limit 1`,
      [text],
    );
    if (rows.length > 0) found.push(String(name));
  }
  return [...found, ...(await findInFiles(app.dataFolder, text))];
}

async function findInFiles(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(folder, 'postgres')))
    .map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map((file) => readFile(file, 'latin1')));
  const isIn = (content: string) => content.toLowerCase().includes(text.toLowerCase());
  return files.filter((file, n) => isIn(`${file}${contents[n] ?? ''}`)).map((file) => file.slice(folder.length + 1));
}
