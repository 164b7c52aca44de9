import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '#tests/support/root.ts';
import {
  TABLE_END,
  TABLE_START,
  listConformance,
  writeConformanceTable,
} from '#tests/wire/conformance/conformance-table.ts';

/** Writes the table of all calls of the official client into docs/protocol.md, from the registry and the wire tests. */
const file = join(ROOT, 'docs/protocol.md');
const text = await readFile(file, 'utf8');
const [before = '', rest] = text.split(TABLE_START);
const after = rest?.split(TABLE_END)[1];
if (after === undefined) throw new Error(`${file} has no ${TABLE_START} … ${TABLE_END}`);
await writeFile(file, before + writeConformanceTable(listConformance()) + after);
