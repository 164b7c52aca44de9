import { expect, test, vi } from 'vitest';
import { createPageCache } from './page-cache.ts';
import { refreshPages } from './refresh-pages.ts';

function setUp() {
  const pages = createPageCache();
  const rendered: string[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const render = async (path: string) => {
    rendered.push(path);
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
    return new Response(path);
  };
  const visit = (path: string) =>
    pages.answer({ path, isBounded: true }, new Request(`http://site.example${path}`), () => render(path));
  return { pages, rendered, render, visit, mostAtOnce: () => mostAtOnce };
}

test('after a change the home page, the blog and then the pages asked for most are rendered, one at a time', async () => {
  const { pages, rendered, render, visit, mostAtOnce } = setUp();
  for (const path of ['/about', '/team', '/', '/team']) await visit(path);
  const refresher = refreshPages(pages, render);
  rendered.length = 0;
  pages.invalidate();
  await expect.poll(() => rendered).toEqual(['/', '/blog', '/team', '/about']);
  expect(mostAtOnce()).toBe(1);
  await expect.poll(() => ['/', '/blog', '/team', '/about'].every((path) => pages.find(path))).toBe(true);
  await refresher.stop();
});

test('a change during a round starts another', async () => {
  const { pages, rendered, render } = setUp();
  const refresher = refreshPages(pages, (path) => {
    if (rendered.length === 0) pages.invalidate();
    return render(path);
  });
  refresher.refresh();
  await expect.poll(() => rendered).toEqual(['/', '/', '/blog']);
  await expect.poll(() => pages.find('/blog')).not.toBeNull();
  await refresher.stop();
});

test('a page that cannot be rendered does not keep the others from it', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { pages, rendered, render } = setUp();
  const refresher = refreshPages(pages, (path) => (path === '/' ? Promise.reject(new Error('broken')) : render(path)));
  refresher.refresh();
  await expect.poll(() => rendered).toEqual(['/blog']);
  await refresher.stop();
  expect(reported).toHaveBeenCalledOnce();
  reported.mockRestore();
});

test('nothing is rendered after a stop', async () => {
  const { pages, rendered, render } = setUp();
  const refresher = refreshPages(pages, render);
  await refresher.stop();
  pages.invalidate();
  await new Promise((resolve) => setImmediate(resolve));
  expect(rendered).toEqual([]);
});
