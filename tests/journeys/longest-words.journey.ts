import fc from 'fast-check';
import { test } from 'vitest';
import { WORD_PAGES } from '#site/content/word-pages.ts';
import { arbitraryWords } from '../support/arbitrary-words.ts';
import { findOutside } from '../support/find-outside.ts';
import { findDomErrors, findHtmlErrors } from '../support/html-rules.ts';
import { setUpJourney } from '../support/journey.ts';
import { expect } from '../support/page-expect.ts';
import { PUBLIC_ROUTES } from '../support/routes.ts';

const journey = setUpJourney({ sampleContent: true, isAlone: true });

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="5"/>';
const HARD = ['INTERNATIONALISATION', '<b>Rao', '&', 'विदेशीमुद्राविनियमनप्रबन्धन', 'Uncharacteristically', '"</p>'];
/** The map of the international page shows a part of the world on phones. */
const CROPPED = '<b>Jaipur</b>';
/** The pages whose document is written to after it was sent. */
const WITH_ISLANDS = ['/', '/contact'];

let count = 0;
/** As many characters as fit, with words of twenty letters, tags and Hindi. Each text is another one. */
const longText = (max: number) =>
  fc.nat(HARD.length - 1).map((first) => {
    count += 1;
    const words = [...HARD.slice(first), ...HARD.slice(0, first)].join(' ');
    return `${count.toString(36)} ${words.repeat(20)}`.slice(0, max - 1) + 'x';
  });

test.each([1, 2])(
  'with the longest words that fit every page is valid, and whole at 320 and 1280 px (%i)',
  async (seed) => {
    const { app } = journey;
    let last = '';
    for (const [name, { schema }] of Object.entries(WORD_PAGES)) {
      const [words] = fc.sample(arbitraryWords(schema, { text: longText, isLongest: true }), { seed, numRuns: 1 });
      await app.query('update public.site_words set words = $1 where page = $2', [schema.parse(words), name]);
      last = (words as { lead: string }).lead;
    }
    const { page } = await journey.visit({ reducedMotion: true });
    await page.route(/example\/|\/media\//, (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }));
    await expect
      .poll(async () => {
        await page.goto('/disclaimer');
        return page.getByRole('main').innerText();
      })
      .toContain(last);
    const found = new Map<string, string[]>();
    for (const path of PUBLIC_ROUTES) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(200);
      const errors = await findHtmlErrors((await answer?.text()) ?? '');
      if (WITH_ISLANDS.includes(path)) errors.push(...(await findDomErrors(await page.content())));
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const outside = (await findOutside(page)).filter((one) => !one.startsWith(CROPPED));
        errors.push(...outside.map((one) => `${width} px: ${one}`));
      }
      for (const error of errors) found.set(error, [...(found.get(error) ?? []), path]);
    }
    expect([...found].map(([error, paths]) => `${error} on ${paths.length}: ${paths.slice(0, 3).join(' ')}`)).toEqual(
      [],
    );
  },
);
