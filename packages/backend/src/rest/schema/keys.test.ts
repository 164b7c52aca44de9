import { expect, test } from 'vitest';
import { findOrigin, readViewColumns } from './keys.ts';

const entry = (number: number, table: number, column: number, more = '') =>
  `{TARGETENTRY :expr {VAR :varno 1 :vartype 23${more}} :resno ${number} :resname a :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk false}`;

test('the target list of the outermost query names table and column of each column', () => {
  const inner = `({QUERY :targetList (${entry(1, 99, 9)}) :override 0})`;
  const tree = `({QUERY :commandType 1 :rtable ({RTE :subquery ${inner.slice(1, -1)}}) :targetList (${entry(1, 10, 2)} ${entry(2, 0, 0)} ${entry(3, 10, 1)}) :override 0})`;
  expect([...readViewColumns(tree)]).toEqual([
    [1, { relation: '10', number: 2 }],
    [3, { relation: '10', number: 1 }],
  ]);
});

test('names of columns that read like the tree are not part of it', () => {
  const odd = entry(1, 10, 2).replace(':resname a', String.raw`:resname \{\ :resno\ 7\ :resorigtbl\ 66\)\}`);
  expect([...readViewColumns(`({QUERY :targetList (${odd}) :x 1})`)]).toEqual([[1, { relation: '10', number: 2 }]]);
});

test('a query within a column does not count', () => {
  const sublink = ` :subselect {QUERY :targetList (${entry(5, 77, 7)}) :y 1}`;
  expect([...readViewColumns(`({QUERY :targetList (${entry(1, 10, 2, sublink)}) :x 1})`)]).toEqual([
    [1, { relation: '10', number: 2 }],
  ]);
});

test('a column is found through views', () => {
  const views = new Map([
    ['30', new Map([[1, { relation: '20', number: 2 }]])],
    ['20', new Map([[2, { relation: '10', number: 5 }]])],
  ]);
  expect(findOrigin(views, { relation: '30', number: 1 })).toEqual({ relation: '10', number: 5 });
  expect(findOrigin(views, { relation: '10', number: 5 })).toEqual({ relation: '10', number: 5 });
  expect(findOrigin(views, { relation: '20', number: 1 })).toBeNull();
});

test('a view that shows itself, through another view too, shows no table', () => {
  const views = new Map([
    ['20', new Map([[1, { relation: '20', number: 1 }]])],
    ['30', new Map([[1, { relation: '40', number: 1 }]])],
    ['40', new Map([[1, { relation: '30', number: 1 }]])],
  ]);
  for (const relation of views.keys()) expect(findOrigin(views, { relation, number: 1 })).toBeNull();
});
