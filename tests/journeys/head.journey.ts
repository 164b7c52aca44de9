import sharp from 'sharp';
import { expect, test } from 'vitest';
import { firm } from '#site/content/firm.ts';
import { listOffices } from '#site/content/offices.ts';
import { type Element, parseFragment } from '../support/html.ts';
import { MORE_ROUTES, PUBLIC_ROUTES } from '../support/routes.ts';
import { setUpJourney } from '../support/journey.ts';

const journey = setUpJourney({ sampleContent: true });
journey.expectLogged(/A share image could not be made/);
const CRAWLER = { 'User-Agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' };
const LISTED = [...PUBLIC_ROUTES, MORE_ROUTES[0]];

const ask = (path: string) => fetch(new URL(path, journey.app.url), { headers: CRAWLER });

type Head = {
  all: Element[];
  title: string;
  meta: (name: string) => string;
  link: (rel: string) => string | undefined;
  nodes: Node[];
};
type Node = Record<string, unknown> & { '@type': string };

async function headOf(path: string): Promise<Head> {
  const all = parseFragment(await (await ask(path)).text());
  const metas = all.filter(({ tag }) => tag === 'meta');
  const graphs = all
    .filter(({ attributes }) => attributes['type'] === 'application/ld+json')
    .map(({ text }) => JSON.parse(text));
  for (const graph of graphs) expect(graph['@context']).toBe('https://schema.org');
  return {
    all,
    title: all.find(({ tag }) => tag === 'title')?.text ?? '',
    meta: (name) => {
      const found = metas.filter(({ attributes }) => attributes['name'] === name || attributes['property'] === name);
      expect(found.length, `${path}: ${name}`).toBe(1);
      return found[0]?.attributes['content'] ?? '';
    },
    link: (rel) => all.find(({ tag, attributes }) => tag === 'link' && attributes['rel'] === rel)?.attributes['href'],
    nodes: graphs.flatMap((graph) => graph['@graph'] as Node[]),
  };
}

const ofType = (nodes: Node[], type: string) => nodes.filter((node) => node['@type'] === type);
const decoded = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'");

test('every page has its own title, description and share image, and a canonical URL, and marks up no ratings or reviews', async () => {
  const titles = new Set<string>();
  const descriptions = new Set<string>();
  const images = new Set<string>();
  for (const path of LISTED) {
    const { title, meta, link, nodes } = await headOf(path);
    expect(JSON.stringify(nodes), path).not.toMatch(/"(AggregateRating|Review|Rating)"|aggregateRating/);
    expect(title, path).toContain(firm.name);
    expect(meta('description').length, path).toBeGreaterThan(50);
    expect(link('canonical'), path).toBe(`${journey.app.url}${path}`);
    expect(meta('og:url'), path).toBe(`${journey.app.url}${path}`);
    expect(title.startsWith(meta('og:title')), path).toBe(true);
    expect(meta('og:description'), path).toBe(meta('description'));
    expect(meta('og:type'), path).toBe(path.startsWith('/blog/moowr') ? 'article' : 'website');
    expect(meta('og:site_name')).toBe(firm.name);
    expect(meta('twitter:card')).toBe('summary_large_image');
    expect(meta('viewport')).toContain('width=device-width');
    titles.add(title);
    descriptions.add(meta('description'));
    images.add(meta('og:image'));
  }
  for (const set of [titles, descriptions, images]) expect(set.size).toBe(LISTED.length);
});

test('every share image is a PNG of 1200 by 630', async () => {
  for (const path of [...LISTED, '/no-such-page']) {
    const { meta } = await headOf(path);
    expect([meta('og:image:width'), meta('og:image:height'), meta('og:image:type')]).toEqual([
      '1200',
      '630',
      'image/png',
    ]);
    expect(meta('og:image:alt')).not.toBe('');
    const answer = await ask(meta('og:image'));
    expect([answer.status, answer.headers.get('content-type')], path).toEqual([200, 'image/png']);
    const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
    expect([format, width, height], path).toEqual(['png', 1200, 630]);
  }
});

test('a share image is cached by its tag, follows its post, and exists only for existing pages', async () => {
  const path = '/blog/moowr-bonded-factory';
  const imageOf = async () => (await headOf(path)).meta('og:image');
  const image = await imageOf();
  const first = await ask(image);
  const tag = first.headers.get('etag') ?? '';
  const again = await fetch(image, { headers: { 'If-None-Match': tag } });
  expect([tag.length > 10, again.status]).toEqual([true, 304]);
  const { data } = await journey.app.service
    .from('blog_posts')
    .select('title')
    .eq('slug', 'moowr-bonded-factory')
    .single()
    .throwOnError();
  await journey.app.service
    .from('blog_posts')
    .update({ title: 'Another title' })
    .eq('slug', 'moowr-bonded-factory')
    .throwOnError();
  expect(await imageOf()).not.toBe(image);
  expect((await ask(image)).headers.get('etag')).not.toBe(tag);
  await journey.app.service
    .from('blog_posts')
    .update({ title: data?.title ?? '' })
    .eq('slug', 'moowr-bonded-factory')
    .throwOnError();
  const unknown = [
    '/share/blog/no-such-post.png',
    '/share/nowhere.png',
    '/share/blog/export-lut-or-igst.png',
    '/share/../x.png',
  ];
  for (const address of unknown) expect((await ask(address)).status, address).toBe(404);
});

test('a featured image of the site is drawn in the arch; a missing one leaves the lattice', async () => {
  const post = { title: 'With a picture', slug: 'with-a-picture', content: 'x', status: 'published' };
  const image = async (featured_image_url: string | null) => {
    await journey.app.service
      .from('blog_posts')
      .upsert({ ...post, featured_image_url }, { onConflict: 'slug' })
      .throwOnError();
    return Buffer.from(await (await ask('/share/blog/with-a-picture.png')).arrayBuffer());
  };
  const lattice = await image(null);
  expect(await image(`${journey.app.url}/no-such.png`)).toEqual(lattice);
  expect(await image('https://127.0.0.1/inside.png')).toEqual(lattice);
  expect(await image('/icon-512.png')).not.toEqual(lattice);
  await journey.app.service.from('blog_posts').delete().eq('slug', 'with-a-picture').throwOnError();
});

test('the firm and the site are described on home, its offices on the contact page', async () => {
  const { nodes } = await headOf('/');
  const [practice] = ofType(nodes, 'Organization');
  expect(practice).toMatchObject({
    name: firm.name,
    url: `${journey.app.url}/`,
    telephone: firm.phone.e164,
  });
  expect(ofType(nodes, 'AccountingService')).toEqual([]);
  const branches = ofType((await headOf('/contact')).nodes, 'AccountingService');
  expect(branches).toHaveLength(listOffices().length);
  for (const office of branches) {
    expect(office).toMatchObject({
      name: expect.any(String),
      telephone: expect.any(String),
      address: {
        '@type': 'PostalAddress',
        addressLocality: expect.any(String),
        addressCountry: expect.stringMatching(/^(IN|US)$/),
      },
    });
  }
  const [site] = ofType(nodes, 'WebSite');
  expect(site).toMatchObject({ name: firm.name });
});

test('each service page describes its service', async () => {
  for (const path of PUBLIC_ROUTES.filter((route) => route.startsWith('/services/'))) {
    const { nodes, meta } = await headOf(path);
    const [one, ...others] = ofType(nodes, 'Service');
    expect(others).toEqual([]);
    expect(one, path).toMatchObject({
      name: expect.any(String),
      description: decoded(meta('description')),
      url: `${journey.app.url}${path}`,
      provider: { '@type': 'Organization', name: firm.name },
      serviceType: one?.['name'],
      audience: { '@type': 'BusinessAudience' },
    });
    expect(ofType(nodes, 'WebPage')[0], path).toMatchObject({
      lastReviewed: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      reviewedBy: { '@type': 'Person', url: expect.stringContaining('/team#') },
    });
    expect(ofType(nodes, 'FAQPage')[0]?.['mainEntity'], path).toHaveLength(2);
  }
});

test('every subpage has breadcrumbs from home to itself', async () => {
  for (const path of LISTED.filter((route) => route !== '/')) {
    const [trail] = ofType((await headOf(path)).nodes, 'BreadcrumbList');
    const steps = (trail?.['itemListElement'] ?? []) as { position: number; name: string; item: string }[];
    expect(steps.length, path).toBeGreaterThanOrEqual(2);
    expect(steps.map(({ position }) => position)).toEqual(steps.map((_, index) => index + 1));
    expect([steps[0]?.item, steps.at(-1)?.item], path).toEqual([`${journey.app.url}/`, `${journey.app.url}${path}`]);
    for (const { name } of steps) expect(name).toBeTruthy();
  }
});

test('a post is described as an article', async () => {
  const { nodes, meta } = await headOf('/blog/related-party-imports-svb');
  const [posting] = ofType(nodes, 'BlogPosting');
  expect(posting).toMatchObject({
    headline: 'Importing from your own group: how to prepare for the SVB',
    description: decoded(meta('description')),
    image: meta('og:image'),
    datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    // The day of the last change of the text, not that of the installation.
    dateModified: '2026-11-26T03:30:00+00:00',
    publisher: { '@type': 'Organization', name: firm.name },
    author: { '@type': 'Person', url: `${journey.app.url}/team#nandini-mathur` },
    mainEntityOfPage: {
      '@type': 'WebPage',
      url: `${journey.app.url}/blog/related-party-imports-svb`,
      lastReviewed: '2026-07-31',
      reviewedBy: { '@type': 'Person', url: `${journey.app.url}/team#imran-qureshi` },
    },
  });
});

test('pages outside search engines have noindex', async () => {
  for (const path of ['/no-such-page', '/blog/no-such-post', '/blog?q=EPCG', '/auth', '/admin']) {
    const { meta, link } = await headOf(path);
    expect(meta('robots'), path).toContain('noindex');
    expect(link('canonical'), path).toBeUndefined();
  }
});

test('the browser is asked not to translate what React changes, and may translate documents', async () => {
  for (const path of ['/auth', '/admin', '/', '/contact']) {
    const html = await (await ask(path)).text();
    const isAsked = path === '/auth' || path === '/admin';
    for (const sign of ['translate="no"', '<meta name="google" content="notranslate"'])
      expect(html.includes(sign), `${path} ${sign}`).toBe(isAsked);
  }
});

test('icons and manifest exist', async () => {
  const { all } = await headOf('/about');
  const hrefs = all
    .filter(({ tag, attributes }) => tag === 'link' && /icon|manifest/.test(attributes['rel'] ?? ''))
    .map(({ attributes }) => attributes['href'] ?? '');
  expect(hrefs).toEqual(['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/site.webmanifest']);
  for (const href of hrefs) expect((await ask(href)).status, href).toBe(200);
  const manifest = await (await ask('/site.webmanifest')).json();
  for (const { src, sizes } of manifest.icons as { src: string; sizes: string }[]) {
    const { width, height } = await sharp(await (await ask(src)).arrayBuffer()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test('the sitemap contains every page, posts with the date of their last change, and robots.txt refers to it', async () => {
  const xml = await (await ask('/sitemap.xml')).text();
  const entries = [...xml.matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry = '']) => entry);
  const places = entries.map((entry) => /<loc>(.*?)<\/loc>/.exec(entry)?.[1]);
  for (const path of LISTED) expect(places, path).toContain(`${journey.app.url}${path}`);
  for (const place of places) expect((await ask(place ?? '')).status, place).toBe(200);
  const posts = entries.filter((entry) => /\/blog\/(?!category)/.test(entry));
  for (const post of posts) expect(post).toMatch(/<lastmod>\d{4}-\d\d-\d\d/);
  expect(posts).toHaveLength(9);
  expect(entries.filter((entry) => /\/blog\/category\/[^<]*<\/loc><lastmod>/.test(entry))).toHaveLength(4);
  expect(places.filter((place) => /\/(auth|admin)$/.test(place ?? ''))).toEqual([]);
  const robots = await (await ask('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${journey.app.url}/sitemap.xml`);
});

test('the feed has the posts, newest first', async () => {
  const answer = await ask('/rss.xml');
  expect(answer.headers.get('content-type')).toContain('xml');
  const xml = await answer.text();
  const items = [...xml.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = '']) => item);
  expect(items).toHaveLength(9);
  expect(xml).toContain(`<link>${journey.app.url}/blog/scomet-licence-questions</link>`);
  const dates = items.map((item) => Date.parse(/<pubDate>(.*?)<\/pubDate>/.exec(item)?.[1] ?? ''));
  expect(dates).toEqual(dates.toSorted((a, b) => b - a));
  for (const item of items) expect(item).toMatch(/<title>.+<\/title>.*<link>http.+<\/link>.*<guid/s);
});
