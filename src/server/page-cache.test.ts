import { expect, test } from 'vitest';
import { createPageCache } from './page-cache.ts';

const visit = (path: string, isBounded = true) =>
  [{ path, isBounded }, new Request(`http://site.example${path}`)] as const;

/** Renders "page 1", "page 2" and so on, with the status that is set at the time. */
function countingRender(status = 200) {
  const counted = { renders: 0, status };
  const render = () => {
    counted.renders += 1;
    return Promise.resolve(new Response(`page ${counted.renders}`, { status: counted.status }));
  };
  return { counted, render };
}

test('a page is rendered once for all visitors', async () => {
  const cache = createPageCache();
  const { counted, render } = countingRender();
  const answers = await Promise.all([cache.answer(...visit('/'), render), cache.answer(...visit('/'), render)]);
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['page 1', 'page 1']);
  expect(counted.renders).toBe(1);
});

test('after a change of content a page is rendered again', async () => {
  const cache = createPageCache();
  const { render } = countingRender();
  await cache.answer(...visit('/'), render);
  cache.invalidate();
  expect(await (await cache.answer(...visit('/'), render)).text()).toBe('page 2');
});

test('a page that was rendered during a change is not cached as fresh', async () => {
  const cache = createPageCache();
  const { render } = countingRender();
  const early = cache.answer(...visit('/'), async () => {
    cache.invalidate();
    return render();
  });
  await early;
  expect(await (await cache.answer(...visit('/'), render)).text()).toBe('page 2');
});

test('a slow rendering from before a change does not replace the page rendered after it', async () => {
  const cache = createPageCache();
  const { counted, render } = countingRender();
  const slow = Promise.withResolvers<Response>();
  const early = cache.answer(...visit('/'), () => slow.promise);
  cache.invalidate();
  await cache.answer(...visit('/'), render);
  slow.resolve(new Response('before the change'));
  expect(await (await early).text()).toBe('before the change');
  expect(await (await cache.answer(...visit('/'), render)).text()).toBe('page 1');
  expect(counted.renders).toBe(1);
});

test('missing pages and unbounded addresses are not cached', async () => {
  const cache = createPageCache();
  const missing = countingRender(404);
  await cache.answer(...visit('/nothing'), missing.render);
  await cache.answer(...visit('/nothing'), missing.render);
  expect(missing.counted.renders).toBe(2);
  const search = countingRender();
  await cache.answer(...visit('/blog?q=iec', false), search.render);
  await cache.answer(...visit('/blog?q=iec', false), search.render);
  expect(search.counted.renders).toBe(2);
});

test('a page whose data failed is not cached, and has Retry-After', async () => {
  const cache = createPageCache();
  const { counted, render } = countingRender(503);
  const [one, other] = await Promise.all([cache.answer(...visit('/'), render), cache.answer(...visit('/'), render)]);
  expect([one.status, other.status, counted.renders]).toEqual([503, 503, 1]);
  expect(one.headers.get('Cache-Control')).toBe('no-store');
  expect(one.headers.get('Retry-After')).toMatch(/^\d+$/);
  counted.status = 200;
  expect(await (await cache.answer(...visit('/'), render)).text()).toBe('page 2');
});

test('the last good copy replaces a page whose data fails, until it succeeds', async () => {
  const cache = createPageCache();
  const { counted, render } = countingRender();
  await cache.answer(...visit('/'), render);
  cache.invalidate();
  counted.status = 503;
  const stale = await cache.answer(...visit('/'), render);
  expect([stale.status, await stale.text()]).toEqual([200, 'page 1']);
  const broken = await cache.answer(...visit('/'), () => Promise.reject(new Error('no renderer')));
  expect(await broken.text()).toBe('page 1');
  counted.status = 200;
  expect(await (await cache.answer(...visit('/'), render)).text()).toBe('page 3');
});

test('a copy does not replace a deleted page, and expires', async () => {
  const cache = createPageCache();
  const { counted, render } = countingRender();
  await cache.answer(...visit('/'), render);
  cache.invalidate();
  counted.status = 404;
  await cache.answer(...visit('/'), render);
  counted.status = 503;
  expect((await cache.answer(...visit('/'), render)).status).toBe(503);

  const short = createPageCache({ staleForMs: 0 });
  counted.status = 200;
  await short.answer(...visit('/'), render);
  short.invalidate();
  counted.status = 503;
  expect((await short.answer(...visit('/'), render)).status).toBe(503);
});

test('a full cache removes the least recently used page', async () => {
  const cache = createPageCache({ maxPages: 2 });
  const [a, b, c] = [countingRender(), countingRender(), countingRender()];
  await cache.answer(...visit('/a'), a.render);
  await cache.answer(...visit('/b'), b.render);
  await cache.answer(...visit('/a'), a.render);
  await cache.answer(...visit('/c'), c.render);
  await cache.answer(...visit('/a'), a.render);
  await cache.answer(...visit('/b'), b.render);
  expect([a.counted.renders, b.counted.renders]).toEqual([1, 2]);
});

test('a client with the current page gets 304', async () => {
  const cache = createPageCache();
  const { render } = countingRender();
  const etag = (await cache.answer(...visit('/'), render)).headers.get('ETag') ?? '';
  const request = new Request('http://site.example/', { headers: { 'If-None-Match': etag } });
  expect((await cache.answer({ path: '/', isBounded: true }, request, render)).status).toBe(304);
});

test('HEAD gets the headers without the body', async () => {
  const cache = createPageCache();
  const { render } = countingRender();
  const request = new Request('http://site.example/', { method: 'HEAD' });
  const head = await cache.answer({ path: '/', isBounded: true }, request, render);
  expect(head.headers.get('Content-Length')).toBe('6');
  expect(await head.text()).toBe('');
});
