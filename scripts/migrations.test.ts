import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SUPABASE = join(import.meta.dirname, '../supabase');
/** The newest of the files that landed with a date ahead of their day. */
const LAST_AHEAD = '20261124';

const files = readdirSync(join(SUPABASE, 'migrations')).filter((name) => name.endsWith('.sql'));
const landed = readFileSync(join(SUPABASE, 'migrations.sha256'), 'utf8').trimEnd().split('\n');

test('no landed migration changes, and a new one is listed at the end of migrations.sha256', () => {
  const present = files.toSorted().map((name) => {
    const sql = readFileSync(join(SUPABASE, 'migrations', name));
    return `${createHash('sha256').update(sql).digest('hex')}  ${name}`;
  });
  const how =
    'Never edit a landed migration. For a new one: cd supabase/migrations && sha256sum NAME >> ../migrations.sha256';
  expect(landed, how).toEqual(present);
});

test('a new migration has the date of its day', () => {
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const newest = files.toSorted().at(-1)?.slice(0, 8) ?? '';
  const how = `${newest} is still to come: a new migration has the date of today, ${today} in UTC.`;
  expect(newest <= (today > LAST_AHEAD ? today : LAST_AHEAD), how).toBe(true);
});
