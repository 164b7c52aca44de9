import { beforeAll, expect, test } from 'vitest';
import { parseFragment } from '../support/html.ts';
import { MORE_ROUTES, PUBLIC_ROUTES } from '../support/routes.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => shareTestApp({ sampleContent: true }));
/** The classes in the rules of all public pages, whose stylesheet the sign-in links. */
let all: Set<string | undefined>;

beforeAll(async () => {
  all = classesIn(await stylesOf(await read('/auth'), /^\/assets\/app-/));
});

const read = async (path: string) => (await fetch(app.url + path)).text();

async function stylesOf(html: string, address: RegExp): Promise<string> {
  const hrefs = parseFragment(html).map(({ attributes }) => attributes['href'] ?? '');
  const href = hrefs.find((value) => address.test(value));
  if (!href) throw new Error('The page links to no such stylesheet.');
  return withoutPrint(await read(href));
}

/** The rules for print name classes of many pages, and every page has them. */
function withoutPrint(css: string): string {
  const start = css.indexOf('@media print');
  if (start < 0) return css;
  let depth = 0;
  let end = css.indexOf('{', start);
  do {
    if (css[end] === '{') depth += 1;
    if (css[end] === '}') depth -= 1;
    end += 1;
  } while (depth > 0);
  return css.slice(0, start) + withoutPrint(css.slice(end));
}

/** The names of all classes for which there are rules. */
const classesIn = (css: string) => new Set([...css.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name]) => name));

test.each([...PUBLIC_ROUTES, ...MORE_ROUTES, '/blog?q=nothing-has-these-words', '/blog/no-such-post'])(
  'the stylesheet of %s has rules for all classes in it that have rules anywhere',
  async (path) => {
    const html = await read(path);
    const own = classesIn((await stylesOf(html, /^\/assets\/page-/)) + (await stylesOf(html, /^\/assets\/modes-/)));
    const used = new Set(parseFragment(html).flatMap(({ attributes }) => attributes['class']?.split(/\s+/) ?? []));
    const styled = [...used].filter((name) => all.has(name));
    expect(styled.length).toBeGreaterThan(20);
    expect(styled.filter((name) => !own.has(name))).toEqual([]);
  },
);
