import { expect, test } from 'vitest';
import { WORD_PAGES } from '#site/content/word-pages.ts';
import type { AdminPost } from '#site/gateway/admin-posts.ts';
import { differingWords } from '#contract/words/stored-words.ts';
import { findInPage, findInPost, replaceInHtml } from './phrase.ts';

const customs = { ...WORD_PAGES['customs-compliance']!, name: 'customs-compliance', heading: 'Customs' };
const firm = { ...WORD_PAGES['firm']!, name: 'firm', heading: 'Firm' };
const rowOf = (words: object) => ({ id: '1', updated_at: '2026-01-01', words: words as never, draft: null });

test('a phrase in the stored words of a page is found by its field, and only that field changes', () => {
  const row = rowOf({ lead: 'We answer the Zebra Bench, and the Zebra Bench answers.' });
  const [found, ...others] = findInPage(customs, row, 'Zebra Bench', '$& Bench');
  expect(others).toEqual([]);
  expect(found).toMatchObject({ where: 'Customs: First sentences', row });
  expect(found!.cuts.map(([before]) => before)).toEqual(['We answer the ', ', and the ']);
  expect(differingWords(customs.builtIn, found!.words!)).toEqual({
    lead: 'We answer the $& Bench, and the $& Bench answers.',
  });
});

test('what is shown is the text as it is found, and a text that is already as wanted is no place', () => {
  const row = rowOf({ lead: 'The\u00a0firm’s answer, the firm’s reply.' });
  const find = (phrase: string, replacement: string) => findInPage(customs, row, phrase, replacement);
  expect(find("The firm's", 'Our')[0]!.cuts).toEqual([['', 'The\u00a0firm’s', ' answer, the firm’s reply.']]);
  expect(find("firm's", 'firm’s')).toEqual([]);
});

test('built-in words are searched too, also in lists, and ids, choices and dates are not', () => {
  const { questions, lawAsOf, partner } = customs.builtIn as {
    questions: { question: string }[];
    lawAsOf: string;
    partner: string;
  };
  const found = findInPage(customs, rowOf({}), questions[1]!.question, 'Another question?');
  expect(found.map(({ key }) => key)).toEqual(['customs-compliance.questions.1.question']);
  expect(found[0]!.where).toBe('Customs: Question 2, Question');
  expect(found[0]!.words!['questions']).toHaveLength(questions.length);
  for (const value of [lawAsOf, partner]) {
    expect(findInPage(customs, rowOf({ lead: 'Words.' }), value, '').map(({ key }) => key)).not.toContain(
      `customs-compliance.${value === lawAsOf ? 'lawAsOf' : 'partner'}`,
    );
  }
});

test('a telephone number changes with the number that is dialled, and a text that would not fit cannot be stored', () => {
  const { phone } = firm.builtIn as { phone: { display: string; e164: string } };
  const [found] = findInPage(firm, rowOf({}), phone.display, '+91 22 5555 0001');
  expect(found!.words).toMatchObject({ phone: { display: '+91 22 5555 0001', e164: '+912255550001' } });
  const all = findInPage(firm, rowOf({ copyright: 'Zebra' }), 'Zebra', '');
  expect(all.map(({ words }) => words)).toEqual([null]);
});

test('in a post only texts change; marks, addresses and comments stay as they are', () => {
  const html = '<p title="DGFT &amp; co">DGFT<br> and R&amp;D at the <a href="/DGFT">DGFT</a></p><!-- DGFT -->';
  expect(replaceInHtml(html, 'DGFT', 'CBIC <new> $& ')).toBe(
    html.split(/(?<=>)DGFT(?=<)/).join('CBIC &lt;new&gt; $&amp; '),
  );
  expect(replaceInHtml(html, 'R&D', 'design')).toBe(html.replace('R&amp;D', 'design'));
  expect(replaceInHtml(html, 'p title', 'x')).toBe(html);
  const post = { id: '1', title: 'The DGFT', content: html, excerpt: null } as AdminPost;
  expect(findInPost(post, 'DGFT', 'CBIC').map(({ key, cuts }) => [key, cuts.length])).toEqual([
    ['1.title', 1],
    ['1.content', 2],
  ]);
  expect(findInPost(post, 'href', '')).toEqual([]);
});

test.each([
  ['<p>Mergers &amp; acquisitions</p>', '&', 'and', '<p>Mergers and acquisitions</p>'],
  ['<p>R&amp;D and R&D</p>', 'R&D', 'R&D team', '<p>R&amp;D team and R&amp;D team</p>'],
  ['<p>R&amp;D</p>', 'R&D', '&amp;', '<p>&amp;amp;</p>'],
  ['<p>5 &gt; 4 &rarr; gt</p>', 'gt', 'x', '<p>5 &gt; 4 &rarr; x</p>'],
  ['<p>5 &gt; 4 &rarr; 3</p>', 'rarr', 'x', null],
  ['<p>a &amp;lt; b</p>', '<', 'x', null],
  ['<p>a &amp;lt; b</p>', '&lt;', '<', '<p>a &lt; b</p>'],
  ['<p>the firm&rsquo;s, the firm’s and the firm&#8217;s</p>', 'firm’s', 'x', '<p>the x, the x and the x</p>'],
  ["<p>the firm&rsquo;s &amp;&nbsp;firm's</p>", "firm's", 'x', '<p>the x &amp;&nbsp;x</p>'],
  ["<p>the firm&rsquo;s and firm's</p>", "firm's", 'firm’s', '<p>the firm&rsquo;s and firm’s</p>'],
  ['<p>“DGFT”: a&nbsp;co‑op,&#160;5  %</p>', '"DGFT": a co-op, 5 %', 'x', '<p>x</p>'],
  ['<p>5&nbsp;% and\n5\n%</p>', '5 %', '5%', '<p>5% and\n5\n%</p>'],
  ['<p>5 %, 5  %</p>', '5  %', '5 %', '<p>5 %, 5 %</p>'],
  ['<p>caf\u00e9, cafe\u0301</p>', 'cafe\u0301', 'x', '<p>x, x</p>'],
  ['<p>a.b axb</p>', 'a.b', '$&', '<p>$&amp; axb</p>'],
])('of %s the phrase %s becomes %s as a whole, never a part of an entity', (content, phrase, replacement, changed) => {
  const found = findInPost({ id: '1', title: '', content } as AdminPost, phrase, replacement);
  expect(found.map(({ change }) => change.content)).toEqual(changed === null ? [] : [changed]);
  expect(replaceInHtml(content, phrase, replacement)).toBe(changed ?? content);
});

test('a long text is searched in linear time', () => {
  const many = 100_000;
  for (const text of ['&', '&a', 'a', '&amp;', ' ', '&nbsp;'].map((one) => `&${one.repeat(many)}`))
    expect(replaceInHtml(text, ' zebra', '')).toBe(text);
  expect(replaceInHtml('&amp;'.repeat(many), '&', '+')).toBe('+'.repeat(many));
});
