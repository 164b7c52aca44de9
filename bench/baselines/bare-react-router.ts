// A React Router page of twelve cards without database, styles or security headers: what the framework itself can reach.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouterProvider, createStaticHandler, createStaticRouter, useLoaderData } from 'react-router';

type Card = { title: string; excerpt: string; slug: string };

const CARDS: Card[] = Array.from({ length: 12 }, (_, n) => ({
  title: `A post about customs, number ${n}`,
  slug: `post-${n}`,
  excerpt: 'Goods loaded at an Indian port are not Indian for that reason. '.repeat(2),
}));

function Page() {
  const cards = useLoaderData<Card[]>();
  return h(
    'html',
    { lang: 'en' },
    h('head', null, h('title', null, 'Posts')),
    h('body', null, h('h1', null, 'Posts'), h('ul', null, cards.map(renderCard))),
  );
}

function renderCard({ title, excerpt, slug }: Card) {
  return h(
    'li',
    { key: slug, className: 'card' },
    h('h2', null, h('a', { href: `/blog/${slug}` }, title)),
    h('p', { className: 'card__excerpt' }, excerpt),
    h('p', { className: 'card__meta' }, h('time', { dateTime: '2026-11-10' }, '10 November 2026'), ' · 4 min read'),
  );
}

const handler = createStaticHandler([{ path: '/', loader: () => Promise.resolve(CARDS), Component: Page }]);

async function render(url: string): Promise<string> {
  const context = await handler.query(new Request(new URL(url, 'http://127.0.0.1')));
  if (context instanceof Response) throw new Error(`The page was answered with ${context.status}.`);
  const router = createStaticRouter(handler.dataRoutes, context);
  return `<!doctype html>${renderToString(h(StaticRouterProvider, { router, context }))}`;
}

const server = createServer((request, response) => {
  render(request.url ?? '/').then(
    (html) => response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
process.on('disconnect', () => process.exit());
