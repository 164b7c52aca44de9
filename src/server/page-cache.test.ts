import { expect, test } from 'vitest';
import { createPageCache } from './page-cache.ts';

const get = (path: string) => new Request(`http://site.example${path}`);

function countingRender(status = 200) {
  const counted = { renders: 0 };
  const render = () => {
    counted.renders += 1;
    return Promise.resolve(new Response(`page ${counted.renders}`, { status }));
  };
  return { counted, render };
}

test('a page is rendered once and served to everybody', async () => {
  const cache = createPageCache();
  const { counted, render } = countingRender();
  const answers = await Promise.all([cache.answer(get('/'), render), cache.answer(get('/'), render)]);
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['page 1', 'page 1']);
  expect(counted.renders).toBe(1);
});

test('after content changed a page is rendered anew', async () => {
  const cache = createPageCache();
  const { render } = countingRender();
  await cache.answer(get('/'), render);
  cache.forget();
  expect(await (await cache.answer(get('/'), render)).text()).toBe('page 2');
});

test('a page that was being rendered while content changed is not kept', async () => {
  const cache = createPageCache();
  const { render } = countingRender();
  const early = cache.answer(get('/'), async () => {
    cache.forget();
    return render();
  });
  await early;
  expect(await (await cache.answer(get('/'), render)).text()).toBe('page 2');
});

test('what was not found, and searches, are not kept', async () => {
  const cache = createPageCache();
  const missing = countingRender(404);
  await cache.answer(get('/nothing'), missing.render);
  await cache.answer(get('/nothing'), missing.render);
  expect(missing.counted.renders).toBe(2);
  const search = countingRender();
  await cache.answer(get('/blog?q=iec'), search.render);
  await cache.answer(get('/blog?q=iec'), search.render);
  expect(search.counted.renders).toBe(2);
});

test('a client that has the page already is told so', async () => {
  const cache = createPageCache();
  const { render } = countingRender();
  const etag = (await cache.answer(get('/'), render)).headers.get('ETag') ?? '';
  const again = await cache.answer(new Request('http://site.example/', { headers: { 'If-None-Match': etag } }), render);
  expect(again.status).toBe(304);
});

test('a HEAD gets the headers of the page and no body', async () => {
  const cache = createPageCache();
  const { render } = countingRender();
  const head = await cache.answer(new Request('http://site.example/', { method: 'HEAD' }), render);
  expect(head.headers.get('Content-Length')).toBe('6');
  expect(await head.text()).toBe('');
});
