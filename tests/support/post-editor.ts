import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { beforeAll } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import type { VisitOptions } from './browser.ts';
import { answerDialogs } from './dialogs.ts';
import { type Person, makePerson, openDashboard } from './people.ts';
import { setUpJourney } from './journey.ts';

export type NewPost = { title: string; slug?: string; content?: string; status?: string; published_at?: string };

/** One app, one browser and one administrator for a file of journeys. */
export function setUpPostEditor() {
  const journey = setUpJourney();
  let editor: Person | undefined;
  beforeAll(async () => {
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
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
/** The text of the post in the visual editor. */
export const bodyOf = (page: Page) => page.getByRole('textbox', { name: dashboard.posts.fields.content });
export const preview = (page: Page) => page.frameLocator('.preview-frame');

/** Filters the list by the title and opens the post. */
export async function edit(page: Page, title: string): Promise<void> {
  await page.getByLabel(dashboard.posts.search).fill(title);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await page.locator('[name=title]').waitFor();
}

export async function editorWrites(page: Page, content: string): Promise<void> {
  await page.locator('[name=content]').fill(content);
}
