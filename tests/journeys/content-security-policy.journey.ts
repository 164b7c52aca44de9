import type { BrowserContext, Page } from 'playwright';
import { describe, test } from 'vitest';
import { blogPost } from '#site/content/blog.ts';
import { contact } from '#site/content/contact.ts';
import { editor as editorWords } from '#site/content/editor.ts';
import { homeLists } from '#site/content/home-lists.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { expect } from '../support/page-expect.ts';
import { hydrateCarousels } from '../support/islands.ts';
import { makePerson, openDashboard } from '../support/people.ts';
import { NOT_FOUND_WORDS } from '../support/routes.ts';
import { failedResource, setUpJourney } from '../support/journey.ts';
import { save } from '../support/post-editor.ts';

// A violation is an error in the console, and any error that no test expects fails the test (support/journey.ts).
const journey = setUpJourney({ sampleContent: true });
journey.expectLogged(/Content-Security-Policy report/);

const INJECTED = [
  '<script>window.injected = "script"</script>',
  '<img src="/favicon.svg" onload="window.injected = \'handler\'">',
  '<script src="data:text/javascript,window.injected=1"></script>',
  '<script type="module">window.injected = "module"</script>',
  '<a id="injected-link" href="javascript:window.injected=1">x</a>',
  '<style>body { --injected: 1 }</style>',
  '<base href="https://evil.example/">',
].join('');

/** Injects an attacker's markup into every document that this browser loads, with the real headers. */
async function injectInto(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace('<main', `${INJECTED}<main`);
    return route.fulfill({ response, body });
  });
}

const traces = (page: Page) =>
  page.evaluate(() => ({
    script: (window as { injected?: string }).injected ?? null,
    style: getComputedStyle(document.body).getPropertyValue('--injected'),
    base: document.baseURI.startsWith(window.location.origin),
  }));
const UNTOUCHED = { script: null, style: '', base: true };

test('an injected script does not run, and the violation is logged', async () => {
  const { page, context, expectConsoleError } = await journey.visit();
  expectConsoleError(/Content Security Policy/);
  // The server limits the number of reports.
  expectConsoleError(failedResource(429));
  // React finds unexpected elements and renders the page again.
  expectConsoleError(/Minified React error #418/);
  await injectInto(context);
  for (const path of ['/', '/about', '/blog/moowr-bonded-factory', '/contact', '/auth', '/admin', '/no-such-page']) {
    if (path === '/no-such-page') {
      expectConsoleError(failedResource(404));
      expectConsoleError(new RegExp(NOT_FOUND_WORDS));
    }
    await page.goto(path, { waitUntil: 'load' });
    await page.evaluate(() => document.getElementById('injected-link')?.click());
    await page.waitForTimeout(100);
    expect(await traces(page), path).toEqual(UNTOUCHED);
  }
  // The injected style is reported too, in any order.
  await waitFor(() => /script-src.*Content-Security-Policy report/.test(journey.app.process().said()));
});

test('a script in the database does not run, in any field', async () => {
  const payload =
    '</title></script><script>window.injected=1</script><img src="/favicon.svg" onload="window.injected=1">';
  await journey.app.query(
    `insert into public.blog_posts (title, slug, content, excerpt, status, meta_title, meta_description, meta_keywords)
     values ($1, 'injected', $1, $1, 'published', $1, $1, $1)`,
    [payload],
  );
  await journey.app.query(`insert into public.testimonials (name, company, testimonial) values ($1, $1, $1)`, [
    payload,
  ]);
  const { page } = await journey.visit();
  for (const path of ['/', '/blog', '/blog/injected', '/blog?q=injected']) {
    await page.goto(path, { waitUntil: 'load' });
    await page.waitForTimeout(100);
    expect(await traces(page), path).toEqual(UNTOUCHED);
  }
  await journey.app.query(`delete from public.blog_posts where slug = 'injected'`);
  await journey.app.query(`delete from public.testimonials where name = $1`, [payload]);
});

test('a script of the page cannot write unsanitised markup', async () => {
  const { page, expectConsoleError } = await journey.visit();
  expectConsoleError(/Trusted/);
  expectConsoleError(failedResource(429));
  for (const path of ['/', '/about', '/auth']) {
    await page.goto(path);
    await page.locator('main h1, main p').first().waitFor();
    const outcome = await page.evaluate(() => {
      try {
        document.body.insertAdjacentHTML('beforeend', '<img src="/favicon.svg" onload="window.injected=1">');
        return 'written';
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(outcome, path).toBe('TypeError');
  }
});

// A violation on any page as it opens fails sound-pages.journey.ts, which allows nothing in the console.
describe('in normal use nothing is blocked', () => {
  test('with carousels, menu, map, share links and navigation in place', async () => {
    const { page, context } = await journey.visit();
    await context.route('https://www.openstreetmap.org/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p id="the-map">A map</p>' }),
    );
    await page.goto('/');
    await hydrateCarousels(page);
    await page.getByRole('button', { name: homeLists.testimonials.next }).click();
    await page.getByRole('link', { name: homeLists.blog.all.label }).click();
    await page.waitForURL('**/blog');
    await page.getByRole('searchbox').fill('EPCG');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/blog?q=EPCG');
    await page.getByRole('link', { name: 'Book Consultation' }).first().click();
    await page.waitForURL('**/contact');
    await page.getByRole('heading', { name: contact.map.heading }).scrollIntoViewIfNeeded();
    await expect(page.frameLocator('.office-map__frame').locator('#the-map')).toHaveText('A map');
    await page.goto('/blog/moowr-bonded-factory');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: blogPost.share.copy }).click();
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.locator('#menu')).toBeVisible();
  });

  test('at the sign-in and on the dashboard with preview and dialogs', async () => {
    const person = await makePerson(journey.app, { admin: true });
    const { page } = await journey.visit({ width: 1440 });
    await page.goto('/auth');
    for (const tab of await page.getByRole('tab').all()) await tab.click();
    await openDashboard(journey.app, page, person);
    await page.getByRole('button', { name: 'New Post' }).click();
    await page.locator('[name=title]').fill('A previewed post');
    await page.locator('[name=content]').fill('<h2>Heading</h2><p>First</p><script>alert(1)</script>');
    const preview = page.frameLocator('.preview-frame');
    await expect(preview.locator('.prose h2')).toHaveText('Heading');
    // The style sheets of the site are loaded in the preview.
    await expect(preview.locator('.prose h2')).toHaveCSS('font-family', /Newsreader/);
    await page.locator('[name=content]').fill('<p>Second</p>');
    await expect(preview.locator('.prose p')).toHaveText('Second');
    await page.getByRole('toolbar').getByRole('button', { name: editorWords.marks.names.image }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const scroll = () => page.evaluate(() => window.scrollY);
    const before = await scroll();
    await page.mouse.move(5, 400);
    await page.mouse.wheel(0, 600);
    await page.waitForTimeout(200);
    expect(await scroll(), 'the page behind a dialog stays where it is').toBe(before);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await save(page);
    await expect(page.locator('.toast').first()).toBeVisible();
    for (const tab of await page.getByRole('tab').all()) await tab.click();
  });
});
