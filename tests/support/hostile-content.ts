import type { TestApp } from './test-app.ts';

/** A word that fits no line. */
export const LONG_WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(3).slice(0, 90);

const repeat = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** Marks above and below each letter, twelve to a letter. */
const MARKED = Array.from('Duty drawback and the bank')
  .map((letter) => `${letter}${'\u0301\u0323\u0336\u0310'.repeat(3)}`)
  .join('');

/** Titles that a layout is not made for, by kind. Each begins with a letter that is in no other. */
export const HOSTILE_TITLES = {
  word: `${LONG_WORD} and a title of some length that goes on`,
  longest: repeat('Unbreakable titles of five hundred characters ', 500).trim(),
  capitals: repeat('W', 120),
  emoji: `${'👩🏽‍👩🏽‍👧🏽‍👦🏽🏴󠁧󠁢󠁥󠁮󠁧󠁿🇮🇳'.repeat(12)} emoji`,
  rightToLeft: `\u202eסחר חוץ ${repeat('והתחייבותלייצוא', 90)} تجارة خارجية`,
  zeroWidth: `Zero\u200b\u200d\ufeff${repeat('width\u2060', 120)}`,
  marked: MARKED,
  markup: `</title></script><b onclick="x()">"bold" & 'quoted'</b> ${'<'.repeat(90)}`,
  devanagari: repeat('अन्तर्राष्ट्रीयव्यापारपरामर्श', 90),
} as const;

const LOST_PICTURE = 'https://pictures.invalid/gone.png';

/** Content as the editor writes it, with everything that widens a page and a contents list longer than the window. */
const CONTENT = [
  `<p>${LONG_WORD} ${LONG_WORD}</p>`,
  `<p>${repeat('A paragraph of five thousand characters. ', 5000)}</p>`,
  `<p>${repeat('x', 5000)}</p>`,
  ...Object.values(HOSTILE_TITLES).map((title) => `<h2>${escape(title)}</h2><p>${escape(title)}</p>`),
  ...Array.from({ length: 40 }, (_, n) => `<h2>Part ${n + 1}</h2><p>Text.</p>`),
  `<h3>${LONG_WORD}</h3><h4>${LONG_WORD}</h4>`,
  `<ul><li>${LONG_WORD}<ol><li>${LONG_WORD}</li></ol></li></ul>`,
  `<dl><dt>${LONG_WORD}</dt><dd>${LONG_WORD}</dd></dl>`,
  `<blockquote><p>${LONG_WORD}</p></blockquote>`,
  `<table><tbody><tr>${`<td>${LONG_WORD}</td>`.repeat(4)}</tr></tbody></table>`,
  `<pre>${LONG_WORD.repeat(4)}</pre>`,
  `<p><code>${LONG_WORD.repeat(4)}</code> <a href="https://example.com/${LONG_WORD}">https://example.com/${LONG_WORD}</a></p>`,
  `<figure><img src="${LOST_PICTURE}" alt="${LONG_WORD}" width="4000" height="300"><figcaption>${LONG_WORD}</figcaption></figure>`,
  `<p><img src="${LOST_PICTURE}" alt="${LONG_WORD}"></p>`,
].join('\n');

export type HostileContent = { slugs: string[]; category: string; remove: () => Promise<void> };

/** Inserts a post for each title, the newest of the site, and a category and a testimonial of long words. */
export async function insertHostileContent({ service }: Pick<TestApp, 'service'>): Promise<HostileContent> {
  const name = `${LONG_WORD} Category`;
  const category = await service
    .from('categories')
    .insert({ name, slug: 'hostile-category', description: `${LONG_WORD} ${MARKED}` })
    .select('id, slug')
    .single()
    .throwOnError();
  const posts = Object.entries(HOSTILE_TITLES).map(([kind, title], n) => ({
    title,
    slug: `hostile-${kind.toLowerCase()}`,
    content: CONTENT,
    excerpt: title,
    status: 'published',
    category_id: category.data.id,
    featured_image_url: n % 2 ? null : LOST_PICTURE,
    published_at: new Date(Date.now() - n * 1000).toISOString(),
  }));
  const person = { name: LONG_WORD, company: LONG_WORD };
  await service.from('blog_posts').insert(posts).throwOnError();
  await service
    .from('testimonials')
    .insert(Object.values(HOSTILE_TITLES).map((testimonial) => ({ ...person, testimonial })))
    .throwOnError();
  return {
    slugs: posts.map(({ slug }) => slug),
    category: category.data.slug,
    remove: async () => {
      await service.from('blog_posts').delete().like('slug', 'hostile-%').throwOnError();
      await service.from('testimonials').delete().eq('name', LONG_WORD).throwOnError();
      await service.from('categories').delete().eq('slug', 'hostile-category').throwOnError();
    },
  };
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
