import type { Locator, Page } from 'playwright';
import { beforeEach, test } from 'vitest';
import { activity } from '#site/content/activity.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor as words } from '#site/content/editor.ts';
import { system } from '#site/content/system.ts';
import { users } from '#site/content/users.ts';
import { DASHBOARD_MESSAGES, flatItemMessages } from '#site/dashboard-messages.ts';
import { MESSAGES } from '#site/messages.ts';
import { afterChanges, expectAccessibleLayout } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { button, setUpPostEditor } from '../support/post-editor.ts';
import { expectTargetSizes } from '../support/target-size.ts';
import { dismissToasts, expectToast } from '../support/toasts.ts';

const { journey, openAsEditor, insert } = setUpPostEditor();

// A repeated test inserts the same rows.
beforeEach(async () => {
  const { service } = journey.app;
  await service.from('categories').delete().or('slug.like.covered-*,slug.eq.duties').throwOnError();
  await service.from('testimonials').delete().like('name', 'Client %').throwOnError();
});

async function search(page: Page, text: string, count: number): Promise<void> {
  await page.getByLabel(dashboard.posts.search).fill(text);
  await expect(page.getByText(words.list.found(count))).toBeVisible();
}

const pick = (page: Page, title: string) => page.getByLabel(`${words.list.select} ${title}`, { exact: true });
const bar = (page: Page) => page.getByRole('group', { name: words.bulk.label });
const titleLink = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });
const topOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);

test('at each width rows and buttons stay in place while posts are selected, and the list is accessible meanwhile; the focus stays in the list after an action, and after a restoration it is on the next item, at the end on the heading', async () => {
  const titles = ['one', 'two', 'three'].map((name) => `Steady ${name}`);
  for (const title of titles) await insert({ title });
  const { page } = await openAsEditor({ reducedMotion: true });
  await search(page, 'Steady', 3);
  const last = titleLink(page, titles[0] ?? '');
  const publish = bar(page).getByRole('button', { name: words.bulk.actions.published });
  for (const width of [375, 768, 1280]) {
    await page.setViewportSize({ width, height: 812 });
    await afterChanges(page);
    const before = await topOf(last);
    const places: unknown[] = [];
    for (const title of titles) {
      await pick(page, title).check();
      expect(await topOf(last), `at ${width} px`).toBe(before);
      places.push((await publish.boundingBox())?.x);
    }
    expect(new Set(places).size).toBe(1);
    await expectTargetSizes(page);
    await bar(page).getByRole('button', { name: words.bulk.clear }).click();
    expect(await topOf(last)).toBe(before);
    await expect(pick(page, titles[2] ?? '')).toBeFocused();
  }
  await pick(page, titles[1] ?? '').check();
  await expect(bar(page).getByRole('status')).toHaveText(words.bulk.selected(1));
  await expectAccessibleLayout(page);

  await bar(page).getByRole('button', { name: words.bulk.clear }).click();
  for (const name of ['one', 'two', 'three']) await insert({ title: `Focus ${name}` });
  await search(page, 'Focus', 3);
  const act = async (chosen: string[], action: keyof typeof words.bulk.actions) => {
    for (const title of chosen) await pick(page, title).check();
    const actionButton = bar(page).getByRole('button', { name: words.bulk.actions[action] });
    // It is disabled until the list is read after the action before.
    await expect(actionButton).toBeEnabled();
    await actionButton.focus();
    await page.keyboard.press('Enter');
    await expectToast(page, DASHBOARD_MESSAGES.bulkDone(action, chosen.length, chosen.length));
  };
  await act(['Focus two', 'Focus one'], 'published');
  await expect(pick(page, 'Focus two')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(pick(page, 'Focus two')).toBeChecked();
  await page.keyboard.press('Space');
  // The list is read again before the answer comes.
  await page.route('**/rest/v1/**', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    const response = await route.fetch();
    if (route.request().method() === 'DELETE') await expect(pick(page, 'Focus three')).toHaveCount(0);
    await route.fulfill({ response });
  });
  await act(['Focus three'], 'delete');
  await page.unroute('**/rest/v1/**');
  await expect(page.getByText(words.list.found(2))).toBeVisible();
  await expect(pick(page, 'Focus two')).toBeFocused();

  for (const name of ['one', 'two']) await insert({ title: `Gone ${name}` });
  await journey.app.service.from('blog_posts').delete().like('title', 'Gone %').throwOnError();
  await dismissToasts(page);
  await page.getByText(words.deleted.heading, { exact: true }).click();
  const restore = (title: string) => button(page, `${words.deleted.restore} ${title}`);
  await restore('Gone one').focus();
  const items = page.locator('.deleted-list__items li');
  const left = await items.count();
  await page.keyboard.press('Enter');
  await expect(items).toHaveCount(left - 1);
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.disclosure') !== null)).toBe(true);
  await journey.app.service.from('deleted_items').delete().neq('name', 'Gone two');
  // The first restoration goes on until the lists are read again.
  await expect(restore('Gone two')).not.toHaveAttribute('aria-disabled', 'true');
  await restore('Gone two').focus();
  await page.keyboard.press('Enter');
  await expectToast(page, DASHBOARD_MESSAGES.itemRestored);
  await expect(restore('Gone two')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.disclosure') !== null)).toBe(true);
});

test('on a slow machine no letter is lost that is typed while the list is searched, and no search where a filter or a tab is chosen before the list is rendered', async () => {
  for (let n = 0; n < 25; n += 1) await insert({ title: `Letters ${n} of customs duty of goods` });
  const { page, context } = await openAsEditor();
  const session = await context.newCDPSession(page);
  // Only while it matters, because Chromium slows a page by keeping the processor busy.
  const slow = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
  const input = page.getByLabel(dashboard.posts.search);
  await input.fill('customs duty');
  await slow(8);
  // The pauses are as long as that after which the search begins.
  await input.pressSequentially(' of goods', { delay: 270 });
  await slow(1);
  await expect(page).toHaveURL(/q=customs\+duty\+of\+goods/);
  await expect(input).toHaveValue('customs duty of goods');

  await slow(20);
  await input.fill('customs');
  await page.waitForURL(/q=customs(&|$)/);
  await page.locator('[name=status-filter]').selectOption('draft');
  await slow(1);
  await expect(page).toHaveURL(/q=customs&status=draft/);
  await slow(20);
  await input.fill('customs duty');
  await page.waitForURL(/q=customs\+duty/);
  await page.getByRole('tab', { name: dashboard.tabs.categories }).click();
  await slow(1);
  await expect(page).toHaveURL(/q=customs\+duty&status=draft.*tab=categories/);
});

test('the title of each row is a link to its form; before a category is deleted the posts that lose it are named', async () => {
  const id = await insert({ title: 'Linked by its title' });
  const { page, context, dialogs } = await openAsEditor();
  await search(page, 'Linked by its title', 1);
  const link = titleLink(page, 'Linked by its title');
  await expect(link).toHaveAttribute('href', new RegExp(`[?&]tab=posts&post=${id}$`));
  const [other] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['Control'] })]);
  await expect(other.locator('[name=title]')).toHaveValue('Linked by its title');
  await link.click();
  await expect(page.locator('[name=title]')).toHaveValue('Linked by its title');
  await page.goBack();
  await expect(link).toBeFocused();

  const { data } = await journey.app.service
    .from('categories')
    .insert({ name: 'Duties', slug: 'duties' })
    .select('id')
    .single()
    .throwOnError();
  for (let n = 1; n <= 7; n += 1) {
    const duty = await insert({ title: `Duty ${n}` });
    await journey.app.service.from('blog_posts').update({ category_id: data.id }).eq('id', duty).throwOnError();
  }
  await page.getByRole('tab', { name: dashboard.tabs.categories }).click();
  dialogs.say('no');
  await button(page, `${dashboard.remove} Duties`).click();
  const titles = [7, 6, 5, 4, 3].map((n) => `Duty ${n}`);
  await expect
    .poll(dialogs.asked)
    .toEqual([`${flatItemMessages('category').question}\n\n${dashboard.categories.losing(titles, 7)}`]);
  expect(dashboard.categories.losing(titles, 7)).toContain('“Duty 3” and 2 more');
});

test('a scheduled post has a badge of its own; open lists show when it is published, and that of scheduled posts loses it', async () => {
  const { page, context } = await openAsEditor();
  const filtered = await context.newPage();
  await filtered.goto('/admin');
  await filtered.locator('[name=status-filter]').selectOption('scheduled');
  const dueAt = Date.now() + 8000;
  await insert({ title: 'Due soon', status: 'published', published_at: new Date(dueAt).toISOString() });
  await search(page, 'Due soon', 1);
  await search(filtered, 'Due soon', 1);
  const row = page.getByRole('row', { name: 'Due soon' });
  const badge = row.locator('.badge');
  await expect(badge).toHaveText(words.list.scheduled);
  await expect(badge).toHaveClass(/badge--scheduled/);
  await expect(badge.locator('svg')).toBeVisible();
  await expect(row.getByRole('link', { name: '/blog/' })).toHaveCount(0);
  await expect(badge).toHaveText(dashboard.statuses.published);
  expect(Date.now()).toBeGreaterThanOrEqual(dueAt);
  await expect(badge).toHaveClass(/badge--strong/);
  await expect(row.getByRole('link', { name: '/blog/' })).toBeVisible();
  await expect(filtered.getByText(dashboard.posts.noMatch)).toBeVisible();
});

test('toasts cover no control of a list, at 768 and 1280 px; at each width all tabs are in view, and every control is large enough', async () => {
  for (let n = 0; n < 12; n += 1) {
    await insert({ title: `Covered ${n}` });
    const { service } = journey.app;
    await service
      .from('categories')
      .insert({ name: `Covered ${n}`, slug: `covered-${n}` })
      .throwOnError();
    const testimonial = { name: `Client ${n}`, company: 'A company', testimonial: 'Good advice.', rating: 5 };
    await service.from('testimonials').insert(testimonial).throwOnError();
  }
  const { page } = await openAsEditor({ reducedMotion: true });
  for (const [width, title, others] of [
    [768, 'Covered 11', 12],
    [1280, 'Covered 10', 11],
  ] as const) {
    await dismissToasts(page);
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('tab', { name: dashboard.tabs.blogs }).click();
    await search(page, 'Covered', others);
    await button(page, `${words.duplicate.label} ${title}`).scrollIntoViewIfNeeded();
    await button(page, `${dashboard.remove} ${title}`).click();
    await expectToast(page, MESSAGES.postDeleted);
    for (const tab of [dashboard.tabs.blogs, dashboard.tabs.testimonials, dashboard.tabs.categories, users.tab]) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('table').waitFor();
      expect(await listCovered(page), `${tab} at ${width} px`).toEqual([]);
    }
  }

  await insert({ title: 'Sized', status: 'published', published_at: new Date(0).toISOString() });
  for (const name of [...Object.values(dashboard.tabs).slice(1), users.tab, activity.tab, system.tab]) {
    const tab = page.getByRole('tab', { name, exact: true });
    await tab.click();
    await page.getByRole('table').or(page.locator('.query-list__empty')).first().waitFor();
    for (const width of [320, 375, 1280]) {
      await page.setViewportSize({ width, height: 812 });
      await afterChanges(page);
      const box = await tab.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= width, `${name} at ${width} px`).toBe(true);
      await expectTargetSizes(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
});

/** The controls of the list that lie below a toast at any of several scroll positions. */
async function listCovered(page: Page): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const scroll of [0, 45, 90]) {
    await page.evaluate((by) => window.scrollTo(0, 300 + by), scroll);
    const covered = await page.evaluate(() => {
      const toast = document.querySelector('.toast')?.getBoundingClientRect();
      if (!toast) return ['no toast'];
      return [...document.querySelectorAll('.items a, .items button, .items input')]
        .filter((element) => {
          const { left, right, top, bottom, width: wide } = element.getBoundingClientRect();
          return wide > 2 && left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top;
        })
        .map((element) => element.textContent);
    });
    all.push(...covered);
  }
  return all;
}
