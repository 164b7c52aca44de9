import { type FunctionComponent, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ISLANDS, type IslandName } from './registry.ts';

const post = {
  slug: 'a-post',
  href: '/blog/a-post',
  title: 'A post',
  category: 'Customs',
  category_slug: 'customs',
  date: { iso: '2026-11-10T00:00:00Z', text: 'November 10, 2026' },
};
const testimonial = { id: '1', name: 'Meera', company: 'Mill', testimonial: 'They read the file.', rating: 4 };
const address = { page: 1, q: '' };
const values = { name: '', email: 'meera', phone: '', message: '' };

const PROPS: Record<IslandName, object> = {
  'latest-posts': { posts: [post, { ...post, slug: 'another' }] },
  testimonials: { testimonials: [testimonial] },
  'enquiry-form': {
    reply: { values, errors: { name: 'required', email: 'invalid-email' }, isHeldBack: true },
    addressee: { toName: 'Team', phone: { display: '+91 1', e164: '+911' }, email: 'a@b.example' },
  },
  'live-latest-posts': {},
  'live-testimonials': {},
  'live-blog': { address, list: null, categories: [{ name: 'Customs', slug: 'customs' }] },
};

test.each(Object.entries(PROPS))('%s renders the same inside a page and as a root of its own', async (name, props) => {
  const component = (await ISLANDS[name as IslandName]()) as FunctionComponent<object>;
  const island = createElement(component, props);
  // An identifier of React would have another prefix, and another place in the tree.
  const inPage = renderToString(createElement('main', null, 'Text', createElement('div', null, island)), {
    identifierPrefix: 'page',
  });
  const alone = renderToString(island);
  expect(inPage).toBe(`<main>Text<div>${alone}</div></main>`);
  expect(JSON.parse(JSON.stringify(props))).toEqual(props);
});
