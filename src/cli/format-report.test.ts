import { expect, test } from 'vitest';
import type { Finding } from '#contract/system.ts';
import { formatReport } from './format-report.ts';

const plain = { paint: (_: string, text: string) => text, columns: 60 };
const FINDINGS: Finding[] = [
  { id: 'disk', name: 'Disk', state: 'good', says: '12.0 GB are free.', remedy: null },
  {
    id: 'backups',
    name: 'Backups',
    state: 'bad',
    says: 'No backup has been made.',
    remedy: 'Set BACKUP_EVERY and BACKUP_TO, or run npm run backup from time to time.',
  },
  { id: 'clock', name: 'Clock', state: 'skipped', says: 'Not checked.', remedy: null },
];
const report = { checked_at: '2026-11-22T08:00:00.000Z', findings: FINDINGS };

test('each finding has its mark, and what to do is wrapped below it', () => {
  expect(formatReport(report, plain)).toBe(
    [
      '✓ Disk     12.0 GB are free.',
      '✗ Backups  No backup has been made.',
      '           → Set BACKUP_EVERY and BACKUP_TO, or run npm run',
      '           backup from time to time.',
      '– Clock    Not checked.',
      '',
      '1 red, 0 yellow, 1 green, 1 not checked',
    ].join('\n'),
  );
});

test('colours do not change the layout', () => {
  const painted = formatReport(report, { ...plain, paint: (style, text) => `<${style}>${text}</${style}>` });
  expect(painted).toContain('<red>✗</red> <bold>Backups</bold>  No backup');
  expect(painted.replaceAll(/<\/?\w+>/g, '')).toBe(formatReport(report, plain));
});

test('a word longer than the line is not broken', () => {
  const says = `See ${'x'.repeat(80)} there.`;
  const lines = formatReport({ ...report, findings: [{ ...FINDINGS[0]!, says }] }, plain).split('\n');
  expect(lines.slice(0, 3).map((line) => line.trim())).toEqual(['✓ Disk  See', 'x'.repeat(80), 'there.']);
});
