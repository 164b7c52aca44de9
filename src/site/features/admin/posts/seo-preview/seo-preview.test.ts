import { expect, test } from 'vitest';
import { firm } from '#site/content/firm.ts';
import { EMPTY_POST } from '../post-values.ts';
import { introduce } from './seo-preview.tsx';

const place = { slug: 'iec', category: null, siteUrl: 'https://firm.example' };
const written = { ...EMPTY_POST, title: 'IEC in a day', content: `<p>${'word '.repeat(60)}</p>` };

test('without SEO fields a post is introduced by title and excerpt', () => {
  const shown = introduce(written, place);
  expect(shown).toMatchObject({ host: 'firm.example', path: '/blog/iec', title: 'IEC in a day' });
  expect(shown.documentTitle).toBe(`IEC in a day | ${firm.name}`);
  expect(shown.description).toMatch(/^word word .*\.\.\.$/);
  expect(shown.image).toMatch(/^(\/|data:)/);
});

test('SEO fields have priority, and the featured image is the card', () => {
  const shown = introduce(
    { ...written, meta_title: 'Own title', meta_description: 'Own text', featured_image_url: '/art/a.jpg' },
    place,
  );
  expect(shown).toMatchObject({ title: 'Own title', description: 'Own text', image: '/art/a.jpg' });
});
