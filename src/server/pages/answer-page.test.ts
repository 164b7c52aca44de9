import { expect, test } from 'vitest';
import { atOwnAddress } from './answer-page.ts';

const SITE = 'https://firm.example';

/** What the site is asked when the request comes in, and the `Location` that leaves when it answers with one. */
async function pass(request: Request, location?: string) {
  let seen: Request | undefined;
  const render = (inner: Request) => {
    seen = inner;
    return Promise.resolve(new Response(null, { headers: location === undefined ? {} : { Location: location } }));
  };
  const no = () => Promise.resolve(false);
  const site = atOwnAddress({ render, hasPage: no, takesForms: no }, SITE);
  const response = await site.render(request, fetch);
  return { seen, location: response.headers.get('Location') };
}

test('the site gets its own address with any Host header', async () => {
  const { seen } = await pass(new Request('http://evil.example:81/blog?page=2', { headers: { Accept: 'text/html' } }));
  expect([seen?.url, seen?.headers.get('Accept')]).toEqual([`${SITE}/blog?page=2`, 'text/html']);
});

test('a form keeps its method and body, and the Origin of a proxied site matches its address', async () => {
  const form = { method: 'POST', body: 'name=Asha', headers: { Origin: SITE } };
  const { seen } = await pass(new Request('http://firm.example/contact', form));
  expect([seen?.method, await seen?.text(), seen?.headers.get('Origin')]).toEqual(['POST', 'name=Asha', SITE]);
});

test('the Origin of a form from another name of the site becomes the site’s, a foreign one does not', async () => {
  const originOf = async (origin: string, host: string) => {
    const request = new Request(`http://${host}/contact`, { method: 'POST', headers: { Origin: origin } });
    return (await pass(request)).seen?.headers.get('Origin');
  };
  expect(await originOf('http://localhost:3000', 'localhost:3000')).toBe(SITE);
  expect(await originOf('https://www.firm.example', 'www.firm.example')).toBe(SITE);
  for (const foreign of ['http://evil.example', 'http://localhost:3001', 'null'])
    expect(await originOf(foreign, 'localhost:3000')).toBe(foreign);
});

test('HEAD is rendered as GET', async () => {
  expect((await pass(new Request(`${SITE}/`, { method: 'HEAD' }))).seen?.method).toBe('GET');
});

test('a redirect becomes an absolute URL of the site', async () => {
  const request = new Request('http://evil.example/blog');
  expect((await pass(request, '/blog?page=2')).location).toBe(`${SITE}/blog?page=2`);
  expect((await pass(request, '//evil.example/')).location).toBe(`${SITE}/`);
  expect((await pass(request)).location).toBeNull();
});
