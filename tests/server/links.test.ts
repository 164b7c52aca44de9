import { expect, test } from 'vitest';
import { crawl, elementIdsOf, internalLinks } from '../support/crawl.ts';
import { MORE_ROUTES, PUBLIC_ROUTES } from '../support/routes.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => shareTestApp({ sampleContent: true }));

test('every link of every page works, anchors included', async () => {
  const { url } = app;
  const pages = await crawl(url);
  const dead: string[] = [];
  for (const page of pages.values()) {
    if (page.status !== 200) dead.push(`${page.path} answers ${page.status}`);
    for (const { path, anchor } of internalLinks(page, url)) {
      const target = pages.get(path);
      if (anchor && target && !elementIdsOf(target).includes(anchor))
        dead.push(`${page.path}: no #${anchor} on ${path}`);
    }
  }
  expect(dead).toEqual([]);
  const reached = [...pages.keys()];
  const unlinked = [...PUBLIC_ROUTES, MORE_ROUTES[0]].filter((route) => !reached.includes(route));
  expect(unlinked, 'pages that no link leads to').toEqual([]);
});
