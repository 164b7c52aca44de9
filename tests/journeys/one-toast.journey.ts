import type { Page } from 'playwright';
import { test } from 'vitest';
import { account } from '#site/content/account.ts';
import { contact } from '#site/content/contact.ts';
import { editor as words } from '#site/content/editor.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { MESSAGES } from '#site/messages.ts';
import { holdWrites } from '../support/hold-requests.ts';
import { expect } from '../support/page-expect.ts';
import { hydrateForm } from '../support/islands.ts';
import { failedResource } from '../support/journey.ts';
import { edit, editorWrites, save, setUpPostEditor } from '../support/post-editor.ts';
import { dismissToasts, expectToast } from '../support/toasts.ts';

const { journey, openAsEditor, insert } = setUpPostEditor();
/** Without those that fade out. */
const toasts = (page: Page) => page.locator('.toast[data-state=open]');

test('repeated errors of a save and its success are one toast at a time; an action on ten posts shows one toast with their number', async () => {
  await insert({ title: 'Saved again' });
  const { page, expectConsoleError } = await openAsEditor();
  expectConsoleError(/^Failed to save post:/);
  expectConsoleError(failedResource('net'));
  await edit(page, 'Saved again');
  const isWrite = (method: string) => method === 'PATCH';
  await page.route('**/rest/v1/blog_posts*', (route) =>
    isWrite(route.request().method()) ? route.abort() : route.fallback(),
  );
  for (const content of ['first', 'second']) {
    await editorWrites(page, content);
    await save(page);
    await expectToast(page, MESSAGES.savePostFailed);
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
    await expect(toasts(page)).toHaveCount(1);
  }
  await page.unroute('**/rest/v1/blog_posts*');
  await save(page);
  await expectToast(page, MESSAGES.postUpdated);
  await expect(toasts(page)).toHaveCount(1);

  await dismissToasts(page);
  await Promise.all(Array.from({ length: 10 }, (_, n) => insert({ title: `Together ${n}` })));
  await page.getByLabel('Search posts').fill('Together');
  await expect(page.getByRole('checkbox', { name: /Together/ })).toHaveCount(10);
  for (const box of await page.getByRole('checkbox', { name: /Together/ }).all()) await box.check();
  await page
    .getByRole('group', { name: words.bulk.label })
    .getByRole('button', { name: words.bulk.actions.published })
    .click();
  await expectToast(page, DASHBOARD_MESSAGES.bulkDone('published', 10, 10));
  await expect(toasts(page)).toHaveCount(1);
});

test('at each width sending moves neither the button nor the line beside it', async () => {
  const { page } = await journey.visit({ width: 375, reducedMotion: true });
  await page.goto('/contact');
  await hydrateForm(page);
  const boxes = async () => [
    await page.locator('.enquiry-form__foot .button').boundingBox(),
    await page.locator('.enquiry-form__foot p').boundingBox(),
  ];
  for (const width of [375, 768, 1280]) {
    await page.setViewportSize({ width, height: 812 });
    await page.getByLabel('Full Name').fill('Meera');
    await page.getByLabel('Email Address').fill('meera@firm.example');
    await page.getByLabel('Message').fill('A question');
    // A click scrolls to a button that is not wholly in view.
    await page.locator('.enquiry-form__foot').scrollIntoViewIfNeeded();
    const before = await boxes();
    const release = await holdWrites(page, '**/api/v1.0/email/send');
    await page.getByRole('button', { name: contact.form.submit }).click();
    await expect(page.getByRole('button', { name: contact.form.sending })).toBeVisible();
    expect(await boxes(), `at ${width} px`).toEqual(before);
    release();
    await expectToast(page, MESSAGES.enquirySent);
    await expect(page.getByRole('button', { name: contact.form.submit })).toBeVisible();
    await dismissToasts(page);
  }
});

test('signing in keeps the width of its button', async () => {
  const { page } = await journey.visit({ width: 375 });
  await page.goto('/auth');
  const form = page.locator('form:visible');
  await form.getByLabel('Email').fill('meera@firm.example');
  await form.getByLabel('Password', { exact: true }).fill('a long password');
  const button = form.locator('[type=submit]');
  const before = await button.boundingBox();
  await holdWrites(page, '**/auth/v1/token*');
  await button.click();
  await expect(button).toHaveText(account.signIn.busy);
  expect(await button.boundingBox()).toEqual(before);
});
