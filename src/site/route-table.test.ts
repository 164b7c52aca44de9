import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROUTE_TABLE, findRoute, pathsThat, publicPaths } from './route-table.ts';

test('a path finds its route, with one segment for a parameter', () => {
  expect(findRoute('/')?.module).toBe('pages/home.tsx');
  expect(findRoute('/blog/moowr')?.module).toBe('pages/post.tsx');
  expect(findRoute('/blog/category/customs')?.module).toBe('pages/category.tsx');
});

test.each(['/blog/', '/blog/a/b', '/blog/category/', '/nowhere', '*', '', '/Blog'])('%j has no route', (path) => {
  expect(findRoute(path)).toBeUndefined();
});

test('personal pages are not public; those of the dashboard hydrate', () => {
  expect(pathsThat('isPersonal')).toEqual(['/auth', '/admin', '/preview']);
  expect(pathsThat('hydrates')).toEqual(['/auth', '/admin']);
  expect(publicPaths()).toContain('/about');
  expect(publicPaths()).not.toContain('/auth');
});

test('every route module is in the table once, and no path twice', () => {
  const modules = ROUTE_TABLE.map(({ module }) => module);
  expect(new Set(modules).size).toBe(modules.length);
  expect(new Set(ROUTE_TABLE.map(({ path }) => path)).size).toBe(ROUTE_TABLE.length);
  const pages = readdirSync(join(import.meta.dirname, 'pages')).filter((file) => /^[a-z-]+\.tsx$/.test(file));
  const parts = ['page-failed.tsx', 'public-page.tsx'];
  for (const page of pages.filter((file) => !parts.includes(file))) expect(modules).toContain(`pages/${page}`);
});
