import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { beforeAll } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { publishing } from '#site/content/publishing.ts';
import type { VisitOptions } from './browser.ts';
import { answerDialogs } from './dialogs.ts';
import { hasFirefox } from './firefox.ts';
import { type Person, makePerson, openDashboard } from './people.ts';
import { type JourneyOptions, setUpJourney } from './journey.ts';

export type NewPost = { title: string; slug?: string; content?: string; status?: string; published_at?: string };

/** One app, one browser and one administrator for a file of journeys. */
export function setUpPostEditor(journeyOptions: JourneyOptions = {}) {
  const journey = setUpJourney(journeyOptions);
  let editor: Person | undefined;
  beforeAll(async () => {
    // Firefox is not installed, and every test is skipped.
    if (journeyOptions.browser === 'firefox' && !hasFirefox) return;
    editor = await makePerson(journey.app, { admin: true });
  });
  const currentEditor = (): Person => {
    if (!editor) throw new Error('The editor has no account yet.');
    return editor;
  };
  return {
    journey,
    editor: currentEditor,
    /** Opens the dashboard, or the address `at` of a form of it. */
    openAsEditor: async ({ at, ...options }: VisitOptions & { at?: string } = {}) => {
      const visit = await journey.visit(options);
      const dialogs = answerDialogs(visit.page);
      await openDashboard(journey.app, visit.page, currentEditor(), at);
      return { ...visit, dialogs };
    },
    /** Inserts a post through the data API. Returns its id. */
    insert: async (post: NewPost): Promise<string> => {
      const row = { slug: `s-${randomUUID()}`, content: 'Text', ...post };
      const { data } = await journey.app.service.from('blog_posts').insert(row).select('id').single().throwOnError();
      return data.id;
    },
    readPost: async (id: string) => {
      const { data } = await journey.app.service.from('blog_posts').select().eq('id', id).single().throwOnError();
      return data;
    },
  };
}

export const button = (page: Page, name: string) => page.getByRole('button', { name });
/**
 * Saves the open form with the status that is chosen in it: a draft by Save, which is in the menu of a phone, a published
 * post by Update, and a first publication by Publish or Schedule and its question.
 */
export async function save(page: Page): Promise<void> {
  const bar = page.locator('.item-form__bar');
  const submit = bar.locator('[type=submit]');
  const name = await submit.textContent();
  const status = page.locator('.item-form [name=status]');
  const isPost = (await status.count()) > 0;
  const isDraft = isPost && (await status.inputValue()) !== 'published';
  if (isDraft && name === publishing.actions.publish) {
    const more = bar.getByRole('button', { name: publishing.more });
    if (await more.isVisible()) await more.click();
    await bar.getByRole('button', { name: publishing.actions.save, exact: true }).click();
    return;
  }
  await submit.click();
  const { publish: first, schedule, publishNow } = publishing.actions;
  // A page is published without a question.
  if (isPost && [first, schedule, publishNow].some((one) => one === name)) await confirmPublishing(page);
}

/** Publishes the post of the form, and confirms it. */
export async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: publishing.actions.publish, exact: true }).click();
  await confirmPublishing(page);
}

async function confirmPublishing(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /Publish|Schedule/ });
  await dialog.getByRole('button', { name: /^(Publish|Schedule)$/ }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The text of the post in the visual editor. */
export const bodyOf = (page: Page) => page.getByRole('textbox', { name: dashboard.posts.fields.content });
export const preview = (page: Page) => page.frameLocator('.preview-frame');

/** Filters the list by the title and opens the post. */
export async function edit(page: Page, title: string): Promise<void> {
  await page.getByLabel(dashboard.posts.search).fill(title);
  // The rows move when the answer comes, and a press meanwhile may miss. Others may have the title in their text.
  const others = page.locator('.items--posts tbody tr').filter({ hasNotText: title });
  await others
    .first()
    .waitFor({ state: 'detached', timeout: 2000 })
    .catch(() => {});
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await page.locator('[name=title]').waitFor();
}

export async function editorWrites(page: Page, content: string): Promise<void> {
  await page.locator('[name=content]').fill(content);
}
