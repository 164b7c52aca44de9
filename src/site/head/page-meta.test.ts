import { expect, test } from 'vitest';
import { firm } from '#site/content/firm.ts';
import { pageMeta, siteUrlOf } from './page-meta.ts';

const page = { title: 'About Us', description: 'Who we are.', path: '/about', siteUrl: 'https://firm.example' };
const has = (tags: object[]) => expect.arrayContaining(tags);

test('the title ends with the name of the firm, and the share title does not', () => {
  expect(pageMeta(page)).toEqual(
    has([{ title: `About Us | ${firm.name}` }, { property: 'og:title', content: 'About Us' }]),
  );
});

test('a page that bears the name of the firm does not repeat it', () => {
  expect(pageMeta({ ...page, title: firm.name })[0]).toEqual({ title: firm.name });
});

test('the canonical link and the share address are absolute', () => {
  expect(pageMeta(page)).toEqual(
    has([
      { tagName: 'link', rel: 'canonical', href: 'https://firm.example/about' },
      { property: 'og:url', content: 'https://firm.example/about' },
    ]),
  );
});

const imageOf = (tags: object[]) => tags.find((tag) => 'property' in tag && tag.property === 'og:image');
const image = (content: string) => ({ property: 'og:image', content });

test('each page has a share image of its own, by its path', () => {
  expect(imageOf(pageMeta(page))).toEqual(image('https://firm.example/share/about.png'));
  expect(imageOf(pageMeta({ ...page, path: '/' }))).toEqual(image('https://firm.example/share/home.png'));
  expect(imageOf(pageMeta({ ...page, path: '/blog?page=2' }))).toEqual(image('https://firm.example/share/blog.png'));
});

test('a changed share image has another address', () => {
  expect(imageOf(pageMeta({ ...page, version: 'm1' }))).toEqual(image('https://firm.example/share/about.png?v=m1'));
});

test('an unlisted page has the share image of the site', () => {
  expect(imageOf(pageMeta({ ...page, isUnlisted: true }))).toEqual(image('https://firm.example/share/home.png'));
});

test('keywords and structured data are left out if there are none', () => {
  const tags = pageMeta({ ...page, keywords: '' });
  expect(tags.filter((tag) => 'name' in tag && tag.name === 'keywords')).toEqual([]);
  expect(tags.filter((tag) => 'script:ld+json' in tag)).toEqual([]);
});

test('the nodes of a page are in one graph', () => {
  const node = { '@type': 'BreadcrumbList' as const, itemListElement: [] };
  expect(pageMeta({ ...page, jsonLd: [node] }).at(-1)).toEqual({
    'script:ld+json': { '@context': 'https://schema.org', '@graph': [node] },
  });
});

test('an article has the type article', () => {
  expect(pageMeta({ ...page, type: 'article' })).toEqual(has([{ property: 'og:type', content: 'article' }]));
});

test('the site URL comes from the root loader; without it addresses stay relative', () => {
  expect(siteUrlOf([{ loaderData: { config: { siteUrl: 'https://firm.example' } } }])).toBe('https://firm.example');
  expect(siteUrlOf([{ loaderData: undefined }])).toBe('');
  expect(pageMeta({ ...page, siteUrl: '' })).toEqual(has([{ tagName: 'link', rel: 'canonical', href: '/about' }]));
});
