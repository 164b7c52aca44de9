import { EditorState, TextSelection } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import { renderBody } from '#contract/post-body/render-body.ts';
import { LINKABLE_PAGES } from '#site/content/post-links.ts';
import { publicPaths } from '#site/route-table.ts';
import { docToHtml } from '../convert/doc-to-html.ts';
import { visualSchema } from '../schema/schema.ts';
import { listHeadings } from './heading-links.ts';
import { applyLink, readLinkRange } from './link-range.ts';
import { readAddress } from './read-address.ts';

test.each([
  ['/contact', '/contact'],
  ['#rates', '#rates'],
  ['example.com', 'https://example.com'],
  ['www.dgft.gov.in/CP/?opt=a', 'https://www.dgft.gov.in/CP/?opt=a'],
  [' https://example.com/a b'.replace(' b', ''), 'https://example.com/a'],
  ['https://firm.example/about?x=1#y', '/about?x=1#y'],
  ['firm.example/about', '/about'],
  ['name@example.com', 'mailto:name@example.com'],
  ['mailto:name@example.com?subject=a', 'mailto:name@example.com?subject=a'],
  ['+91 22 1234 5678', 'tel:+912212345678'],
  ['tel:+912212345678', 'tel:+912212345678'],
])('%s is the address %s', (typed, address) => {
  expect(readAddress(typed, 'https://firm.example')).toEqual({ address });
});

test.each([
  ['', 'missing'],
  ['  ', 'missing'],
  ['customs duty', 'address'],
  ['duty', 'address'],
  ['//example.com', 'address'],
  ['https://', 'address'],
  ['https:example.com', 'address'],
  ['https://exa mple.com', 'address'],
  ['mailto:', 'address'],
  ['tel:', 'address'],
  ['javascript:alert(1)', 'scheme'],
  ['ftp://example.com', 'scheme'],
  ['data:text/html,x', 'scheme'],
])('%j is rejected: %s', (typed, error) => {
  expect(readAddress(typed, 'https://firm.example')).toEqual({ error });
});

test('every public page can be found by a name', () => {
  expect(LINKABLE_PAGES.map(({ href }) => href).toSorted()).toEqual(publicPaths().toSorted());
});

test('a heading of two lines has the id that it has on the page', () => {
  const lines = [visualSchema.text('Import'), visualSchema.node('br'), visualSchema.text('duty')];
  const doc = visualSchema.node('doc', null, [visualSchema.node('h2', null, lines)]);
  const { contents } = renderBody(docToHtml(doc), { table: '' });
  expect(listHeadings(doc)).toEqual(contents.map((heading) => ({ at: 0, ...heading })));
  expect(contents).toEqual([{ id: 'import-duty', title: 'Import duty' }]);
});

test('a link whose address and text are changed keeps its title and its rel', () => {
  const attrs = { href: '/a', title: 'Title', rel: 'nofollow', target: '_blank' };
  const link = visualSchema.text('this', [visualSchema.mark('a', attrs)]);
  const doc = visualSchema.node('doc', null, [visualSchema.node('p', null, [visualSchema.text('See '), link])]);
  const state = EditorState.create({ doc, selection: TextSelection.create(doc, 7) });
  const { tr } = state;
  applyLink(tr, readLinkRange(state), { text: 'that', href: '/b', opensNewTab: false });
  const changed = tr.doc.nodeAt(5);
  expect(changed?.text).toBe('that');
  expect(changed?.marks[0]?.attrs).toMatchObject({ href: '/b', title: 'Title', rel: 'nofollow', target: null });
});
