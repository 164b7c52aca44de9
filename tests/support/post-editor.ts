import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { beforeAll } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import type { VisitOptions } from './browser.ts';
import { answerDialogs } from './dialogs.ts';
import { type Person, makePerson, openDashboard } from './people.ts';
import { openStage } from './journey.ts';

export type NewPost = { title: string; slug?: string; content?: string; status?: string; published_at?: string };

/** A stage with an editor who has come to the dashboard, for the journeys of one file. */
export function setUpPostEditor() {
  const stage = openStage();
  const desk = {} as { editor: Person };
  beforeAll(async () => {
    desk.editor = await makePerson(stage.app, { admin: true });
  });
  return {
    stage,
    editor: () => desk.editor,
    comeIn: async (options?: VisitOptions) => {
      const visit = await stage.arrive(options);
      const dialogs = answerDialogs(visit.page);
      await openDashboard(stage.app, visit.page, desk.editor);
      return { ...visit, dialogs };
    },
    /** A post that was there before; its id. */
    insert: async (post: NewPost): Promise<string> => {
      const row = { slug: `s-${randomUUID()}`, content: 'Text', ...post };
      const { data } = await stage.app.service.from('blog_posts').insert(row).select('id').single().throwOnError();
      return data.id;
    },
    readPost: async (id: string) => {
      const { data } = await stage.app.service.from('blog_posts').select().eq('id', id).single().throwOnError();
      return data;
    },
  };
}

export const button = (page: Page, name: string) => page.getByRole('button', { name });
export const save = (page: Page) => button(page, 'Save').click();
export const preview = (page: Page) => page.frameLocator('.preview-frame');

/** Narrows the list to one post, by the title, and opens it. */
export async function edit(page: Page, title: string): Promise<void> {
  await page.getByLabel(dashboard.posts.search).fill(title);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await page.locator('[name=title]').waitFor();
}

export async function editorWrites(page: Page, content: string): Promise<void> {
  await page.locator('[name=content]').fill(content);
}
