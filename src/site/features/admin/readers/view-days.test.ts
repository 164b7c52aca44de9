import { expect, test } from 'vitest';
import { daysOfPeriod, fillDays, reportAsCsv } from './view-days.ts';

test('a period ends with the day in India', () => {
  expect(daysOfPeriod(3, Date.parse('2026-03-01T20:00:00Z'))).toEqual(['2026-02-28', '2026-03-01', '2026-03-02']);
});

test('days without counts are zero', () => {
  const counted = { day: '2026-03-02', views: 4, enquiries: 1 };
  expect(fillDays(['2026-03-01', '2026-03-02'], [counted])).toEqual([
    { day: '2026-03-01', views: 0, enquiries: 0 },
    counted,
  ]);
});

test('CSV quotes, and no cell is a formula', () => {
  const names = { source: [{ name: '=cmd|" /C calc",x', count: 2 }], page: [{ name: '/about', count: 3 }] };
  expect(reportAsCsv([{ day: '2026-03-02', views: 4, enquiries: 1 }], { names }).split('\r\n')).toEqual([
    'kind,name,count',
    'views,2026-03-02,4',
    'enquiries,2026-03-02,1',
    `source,"'=cmd|"" /C calc"",x",2`,
    'page,/about,3',
    '',
  ]);
});
