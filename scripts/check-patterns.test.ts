import { expect, test } from 'vitest';
import { judgePatterns } from './check-patterns.ts';

const reasons = (source: string) => judgePatterns('x.ts', source).violations.map(({ reason }) => reason);

test.each([
  ['an exponential expression', 'const p = /^(a+)+$/;'],
  ['a quadratic one', 'const p = /^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/;'],
  ['one that is tried again at each place', "path.replace(/\\/+$/, '');"],
  ['one with the flags u and i', 'const p = /(?:\\p{L}+)+$/iu;'],
])('%s is rejected', (_, source) => {
  expect(reasons(source)).toEqual([expect.stringContaining('is not linear')]);
});

test('an expression created at run time is rejected', () => {
  expect(reasons('const p = new RegExp(text);')).toEqual([expect.stringContaining('cannot be judged')]);
  expect(reasons('const p = RegExp(text);')).toHaveLength(1);
});

test('linear expressions pass, and sticky ones are checked as anchored', () => {
  expect(reasons('const a = /^[a-z0-9]+(-[a-z0-9]+)*$/; const b = /[?#]/; const c = /[a-z]+/y;')).toEqual([]);
});

test('a line may be exempted with a reason, and only with one', () => {
  expect(reasons('// redos-disable-next-line -- our own template\nconst p = /<a[^>]*>/g;')).toEqual([]);
  expect(reasons('// redos-disable-next-line\nconst p = /<a[^>]*>/g;')).toHaveLength(1);
});

test('a file may be exempted by its first line', () => {
  const source = 'const p = /<a[^>]*>/g;';
  expect(reasons(`// redos-disable -- our own templates\n${source}`)).toEqual([]);
  expect(reasons(`const a = 1;\n// redos-disable -- our own templates\n${source}`)).toHaveLength(1);
});

test('a violation has its file and line', () => {
  const { violations } = judgePatterns('src/x.ts', 'const a = 1;\n\nconst p = /(a+)+$/;');
  expect(violations).toMatchObject([{ file: 'src/x.ts', line: 3 }]);
});
