import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createPageCache } from './page-cache.ts';

afterEach(() => void vi.useRealTimers());

const visit = (path: string, isBounded = true) =>
  [{ path, isBounded }, new Request(`http://site.example${path}`)] as const;

/** The time of day is three minutes before noon plus the time of the clock. */
function cacheWithClock(options: { freshForMs?: number } = {}) {
  const clock = { ms: 0 };
  const timeOfDay = () => Date.parse('2026-11-22T11:57:00Z') + clock.ms;
  return { clock, cache: createPageCache({ ...options, now: () => clock.ms, timeOfDay }) };
}

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

test('a slow rendering from before a change does not replace a page that was deleted with it', async () => {
  const cache = createPageCache();
  const { counted, render } = countingRender(404);
  const slow = Promise.withResolvers<Response>();
  const early = cache.answer(...visit('/'), () => slow.promise);
  cache.invalidate();
  await cache.answer(...visit('/'), render);
  slow.resolve(new Response('before the change'));
  await early;
  counted.status = 503;
  expect((await cache.answer(...visit('/'), render)).status).toBe(503);
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

test('the last good copy replaces a page whose data fails, with its age', async () => {
  const { cache, clock } = cacheWithClock();
  const { counted, render } = countingRender();
  await cache.answer(...visit('/'), render);
  cache.invalidate();
  clock.ms = 90_000;
  counted.status = 503;
  const stale = await cache.answer(...visit('/'), render);
  expect([stale.status, stale.headers.get('Age'), await stale.text()]).toEqual([200, '90', 'page 1']);
  expect(cache.find('/')).toBeNull();
});

test('a clock that is set back does not delay the next attempt to render a page that failed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const cache = createPageCache();
  const { counted, render } = countingRender();
  await cache.answer(...visit('/'), render);
  cache.invalidate();
  counted.status = 503;
  await cache.answer(...visit('/'), render);
  vi.setSystemTime(Date.now() - 3_600_000);
  counted.status = 200;
  await sleep(1_100);
  await cache.answer(...visit('/'), render);
  expect(counted.renders).toBe(3);
});

test('while a page fails nobody waits for it, and it is rendered at most once a second', async () => {
  const { cache, clock } = cacheWithClock();
  const { counted, render } = countingRender();
  await cache.answer(...visit('/'), render);
  cache.invalidate();
  counted.status = 503;
  await cache.answer(...visit('/'), render);
  await cache.answer(...visit('/'), render);
  expect(counted.renders).toBe(2);
  clock.ms = 1000;
  const never = () => new Promise<Response>(() => {});
  expect(await (await cache.answer(...visit('/'), never)).text()).toBe('page 1');
});

test('a page that can be rendered again replaces its stale copy', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { cache, clock } = cacheWithClock();
  const { counted, render } = countingRender();
  await cache.answer(...visit('/'), render);
  cache.invalidate();
  await cache.answer(...visit('/'), () => Promise.reject(new Error('no renderer')));
  expect(reported).toHaveBeenCalledOnce();
  reported.mockRestore();
  clock.ms = 1000;
  expect(await (await cache.answer(...visit('/'), render)).text()).toBe('page 1');
  await expect.poll(() => cache.find('/')).not.toBeNull();
  const again = await cache.answer(...visit('/'), render);
  expect([again.headers.get('Age'), await again.text(), counted.renders]).toEqual([null, 'page 2', 2]);
});

test('after a change a failing page is rendered before it is answered', async () => {
  const { cache } = cacheWithClock();
  const { counted, render } = countingRender();
  await cache.answer(...visit('/'), render);
  cache.invalidate();
  counted.status = 503;
  await cache.answer(...visit('/'), render);
  counted.status = 200;
  cache.invalidate();
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

test('a full cache removes the pages that were least recently used', async () => {
  const page = 'x'.repeat(10_000);
  const cache = createPageCache({ maxBytes: 60_000 });
  const render = () => Promise.resolve(new Response(page));
  for (const path of ['/a', '/b', '/c', '/d']) {
    await cache.answer(...visit(path), render);
    cache.find('/a');
  }
  expect(['/a', '/b', '/c', '/d'].filter((path) => cache.find(path))).toEqual(['/a', '/d']);
  for (const path of ['/a', '/d', '/a', '/d']) {
    if (path === '/a') cache.invalidate();
    await cache.answer(...visit(path), render);
  }
  expect(['/a', '/d'].filter((path) => cache.find(path))).toEqual(['/a', '/d']);
});

test('a page larger than the cache is not kept and removes nothing', async () => {
  const cache = createPageCache({ maxBytes: 60_000 });
  await cache.answer(...visit('/a'), () => Promise.resolve(new Response('small')));
  await cache.answer(...visit('/b'), () => Promise.resolve(new Response('x'.repeat(60_000))));
  expect([cache.find('/a') === null, cache.find('/b') === null]).toEqual([false, true]);
});

test('a page is found by its target without the parameters that its route does not declare', async () => {
  const cache = createPageCache();
  const { render } = countingRender();
  await cache.answer(...visit('/about'), render);
  await cache.answer(...visit('/blog?page=2'), render);
  for (const target of ['/about', '/about?', '/about?page=7', '/about?utm_source=x&q=y', '/blog?x=1&page=2']) {
    expect(cache.find(target), target).not.toBeNull();
  }
  for (const target of [
    '/About',
    '//x/about',
    '/about/',
    '/about#x',
    '/blog',
    '/blog?page=3',
    '/blog?page=2&q=x',
    '',
  ]) {
    expect(cache.find(target), target).toBeNull();
  }
});

test('a page may be fresh for a limited time', async () => {
  const { cache, clock } = cacheWithClock({ freshForMs: 15_000 });
  await cache.answer(...visit('/'), countingRender().render);
  clock.ms = 14_999;
  expect(cache.find('/')).not.toBeNull();
  clock.ms = 15_000;
  expect(cache.find('/')).toBeNull();
});

const untilNoon = (render: () => Promise<Response>) => async () => {
  const response = await render();
  response.headers.set('Expires', 'Sun, 22 Nov 2026 12:00:00 GMT');
  return response;
};

test('a page that changes with time is kept until the instant in its Expires, which is not passed on', async () => {
  const { cache, clock } = cacheWithClock();
  const { render } = countingRender();
  const first = await cache.answer(...visit('/'), untilNoon(render));
  expect(first.headers.get('Expires')).toBeNull();
  clock.ms = 179_999;
  expect(cache.find('/')).not.toBeNull();
  clock.ms = 180_000;
  expect(cache.find('/')).toBeNull();
  expect(await (await cache.answer(...visit('/'), render)).text()).toBe('page 2');
});

test('of those who ask within a second after its time one renders the page, and the others get the copy', async () => {
  const { cache, clock } = cacheWithClock();
  const { render } = countingRender();
  await cache.answer(...visit('/'), untilNoon(render));
  clock.ms = 180_500;
  expect(cache.find('/')).toBeNull();
  expect(cache.find('/')).not.toBeNull();
  const rendered = Promise.withResolvers<Response>();
  const next = cache.answer(...visit('/'), () => rendered.promise);
  expect(cache.find('/')).not.toBeNull();
  clock.ms = 181_000;
  expect(cache.find('/')).toBeNull();
  rendered.resolve(new Response('page 2'));
  expect(await (await next).text()).toBe('page 2');
  cache.invalidate();
  expect([cache.find('/'), cache.find('/')]).toEqual([null, null]);
});

test('so it is with a page whose address has a query', async () => {
  const { cache, clock } = cacheWithClock();
  await cache.answer(...visit('/blog?page=2'), untilNoon(countingRender().render));
  clock.ms = 180_500;
  expect(cache.find('/blog?page=2')).toBeNull();
  expect(cache.find('/blog?page=2')).not.toBeNull();
  expect(cache.find('/blog?x=1&page=2')).not.toBeNull();
});

test('a page whose time has passed before it is rendered is not kept', async () => {
  const { cache, clock } = cacheWithClock();
  clock.ms = 200_000;
  await cache.answer(...visit('/'), untilNoon(countingRender().render));
  expect(cache.find('/')).toBeNull();
});

test('a page whose time has passed replaces itself for any time while its data fails and nothing was changed', async () => {
  const { cache, clock } = cacheWithClock();
  const { counted, render } = countingRender();
  await cache.answer(...visit('/'), untilNoon(render));
  counted.status = 503;
  clock.ms = 5 * 3_600_000;
  const stale = await cache.answer(...visit('/'), render);
  expect([stale.status, stale.headers.get('Age'), await stale.text()]).toEqual([200, '18000', 'page 1']);
});

test('pages are listed by how often they were asked for, and a change halves their weight', async () => {
  const cache = createPageCache();
  const { render } = countingRender();
  for (const path of ['/a', '/b', '/c']) await cache.answer(...visit(path), render);
  for (const path of ['/b', '/b', '/b', '/b', '/c', '/c']) cache.find(path);
  expect(cache.mostAsked()).toEqual(['/b', '/c', '/a']);
  cache.invalidate();
  for (const path of ['/a', '/b', '/c']) await cache.refresh(path, render);
  for (const path of ['/a', '/a', '/a']) cache.find(path);
  expect(cache.mostAsked()).toEqual(['/a', '/b', '/c']);
});

test('a refresh renders a page only if no current copy is kept, and visitors wait for it', async () => {
  const cache = createPageCache();
  const { counted, render } = countingRender();
  const [, answer] = await Promise.all([cache.refresh('/', render), cache.answer(...visit('/'), render)]);
  await cache.refresh('/', render);
  expect([await answer.text(), counted.renders]).toEqual(['page 1', 1]);
});

test('a page from memory has the security headers of the app', async () => {
  const setSecurityHeaders = (headers: Headers) => headers.set('X-Set', 'yes');
  const cache = createPageCache({ setSecurityHeaders });
  await cache.answer(...visit('/'), countingRender().render);
  expect(cache.find('/')?.formFor(undefined).headers.join()).toContain('x-set,yes');
});
