import type { Page } from 'playwright';
import { test } from 'vitest';
import { dashboard } from '#site/content/dashboard.ts';
import { editor as words } from '#site/content/editor.ts';
import { saving } from '#site/content/saving.ts';
import { visual } from '#site/content/visual.ts';
import { answerDialogs } from '../support/dialogs.ts';
import { type EditingModel, createEditingModel, readForm, seededRandom } from '../support/editing-model.ts';
import { expect } from '../support/page-expect.ts';
import { button, edit, save, setUpPostEditor } from '../support/post-editor.ts';
import { sendCredentials, signInAgain } from '../support/people.ts';
import { SLOWNESS } from '#backend-tests/support/slowness.ts';

const { journey, openAsEditor, editor, insert } = setUpPostEditor();
// One seed in the suite, so that a run says something about the change. Others by EDITING_SEED.
const seed = Number(process.env['EDITING_SEED'] ?? 2026);
const rounds = Number(process.env['EDITING_ROUNDS'] ?? 100);

/** How often each action is chosen. */
const ACTIONS = {
  type: 44,
  pause: 3,
  saveAndStay: 12,
  saveAndClose: 6,
  reload: 7,
  crash: 5,
  connection: 8,
  list: 6,
  mode: 6,
  signOutAndIn: 3,
  otherSaves: 6,
} as const;
type Action = keyof typeof ACTIONS;

type Session = {
  page: Page;
  isOffline: boolean;
  posts: { id: string; title: string }[];
  /** The post of the open form. */
  open: { id: string; title: string };
  random: () => number;
  model: EditingModel;
};

const pick = <Item>(session: Session, items: readonly Item[]): Item =>
  items[Math.floor(session.random() * items.length)]!;
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The text area or the visual editor. */
const contentOf = (page: Page) => page.locator('.item-form #post-content');

function chooseAction({ random }: Session): Action {
  let left = random() * Object.values(ACTIONS).reduce((sum, weight) => sum + weight, 0);
  for (const [action, weight] of Object.entries(ACTIONS)) {
    left -= weight;
    if (left < 0) return action as Action;
  }
  return 'type';
}

async function goOnline(session: Session): Promise<void> {
  if (session.isOffline) await session.page.context().setOffline(false);
  session.isOffline = false;
}

/** Opens a form from wherever the page is: the sign-in page, the list, or a form. */
async function openForm(session: Session): Promise<void> {
  const { page } = session;
  const form = contentOf(page);
  const list = button(page, dashboard.posts.create);
  const signIn = page.locator('form:visible').getByLabel('Password', { exact: true });
  await form.or(list).or(signIn).first().waitFor();
  if (await signIn.isVisible()) {
    await sendCredentials(page, editor());
    await form.or(list).first().waitFor();
  }
  if (!(await form.isVisible())) {
    const copies = page.getByRole('button', { name: new RegExp(`^${dashboard.copy.open}: `) });
    await page.locator('table').waitFor();
    const count = await copies.count();
    if (count > 0 && session.random() < 0.6) await copies.nth(Math.floor(session.random() * count)).click();
    else await edit(page, pick(session, session.posts).title);
    await form.waitFor();
  }
  // A form that was just saved may close now.
  const title = await page
    .locator('.item-form [name=title]')
    .inputValue({ timeout: 3000 })
    .catch(() => null);
  if (title === null) return openForm(session);
  session.open = session.posts.find((post) => post.title === title) ?? session.open;
  const offer = button(page, dashboard.copy.restore);
  if ((await offer.isVisible()) && session.random() < 0.6) await offer.click();
}

/** Waits for the result of a save; chooses a version where there is a conflict. */
async function settle(session: Session): Promise<void> {
  const { page, model } = session;
  const panel = page.locator('.conflict-panel');
  for (let tries = 0; tries < 150; tries += 1) {
    if (await panel.isVisible()) {
      const keepsMine = session.random() < 0.5;
      if (keepsMine) model.overwriteSeen(session.open.id);
      await button(page, keepsMine ? words.conflict.mine : words.conflict.theirs).click();
      await panel.waitFor({ state: 'detached' });
      if (!keepsMine) return;
    }
    const shown = await readForm(page);
    const isSaving = shown && (shown.state === saving.state.saving || (await button(page, 'Saving...').isVisible()));
    if (!shown || !isSaving) return;
    await wait(100);
  }
  throw new Error('The save did not end.');
}

const RUN: Record<Action, (session: Session) => Promise<void>> = {
  type: async (session) => {
    await contentOf(session.page).press('Control+End');
    for (let left = 1 + Math.floor(session.random() * 4); left > 0; left -= 1) {
      await session.page.keyboard.type(` ${session.model.nextWord()}`);
      session.model.showWords();
    }
    if (session.random() < 0.3) await wait(1100);
  },
  pause: () => wait(5500),
  saveAndStay: async (session) => {
    await contentOf(session.page).press('Control+s');
    await settle(session);
  },
  saveAndClose: async (session) => {
    await save(session.page);
    await settle(session);
    // A form that is saved closes a moment later; beside other work, after seconds. One with a conflict stays.
    const shown = await readForm(session.page);
    const timeout = shown?.state.startsWith('Saved') ? 20_000 * SLOWNESS : 5000;
    await contentOf(session.page)
      .waitFor({ state: 'detached', timeout })
      .catch(() => {});
  },
  reload: async (session) => {
    await goOnline(session);
    await session.page.reload();
  },
  crash: async (session) => {
    const context = session.page.context();
    await goOnline(session);
    const crashed = session.page.waitForEvent('crash');
    const devTools = await context.newCDPSession(session.page);
    session.model.crash();
    void devTools.send('Page.crash').catch(() => {});
    await crashed;
    const next = await context.newPage();
    answerDialogs(next);
    await session.page.close();
    session.page = next;
    await next.goto('/admin');
  },
  connection: async (session) => {
    if (session.isOffline) return goOnline(session);
    await session.page.context().setOffline(true);
    session.isOffline = true;
  },
  list: async (session) => {
    await goOnline(session);
    const tab = session.page.getByRole('tab', { name: dashboard.tabs.categories });
    if (!(await tab.isVisible())) await button(session.page, words.writing.back).click();
    await tab.click();
    await session.page.getByRole('tab', { name: dashboard.tabs.blogs }).click();
  },
  mode: async ({ page }) => {
    const isVisual = await page.locator('.visual-editor').isVisible();
    await page.getByRole('button', { name: isVisual ? visual.modes.html : visual.modes.visual, exact: true }).click();
    await contentOf(page).waitFor();
  },
  signOutAndIn: async (session) => {
    await goOnline(session);
    const other = await session.page.context().newPage();
    await other.goto('/admin');
    await button(other, dashboard.signOut).click();
    // A tab that is closed before has not told the others.
    await other.waitForURL('**/auth');
    await other.close();
    await signInAgain(session.page, editor());
  },
  otherSaves: async (session) => {
    const { id } = session.random() < 0.7 ? session.open : pick(session, session.posts);
    const word = `theirs${String(Math.floor(session.random() * 10_000)).padStart(4, '0')}`;
    // In the same line as what is typed, or as a paragraph of its own.
    const added = session.random() < 0.5 ? ` ${word}` : `\n<p>${word}</p>`;
    await journey.app.query(`update public.blog_posts set content = content || $2 where id = $1`, [id, added]);
    session.model.saveTheirs(id, word);
  },
};

test(
  'random typing, saving, crashes, lost connections, sign-outs and other editors lose and overwrite no word',
  { timeout: 900_000 * SLOWNESS },
  async () => {
    const titles = ['Random draft', 'Random article'];
    const ids = [
      await insert({ title: titles[0]!, content: 'Start' }),
      await insert({ title: titles[1]!, content: 'Start', status: 'published' }),
    ];
    const posts = titles.map((title, index) => ({ title, id: ids[index]! }));
    const { page, expectConsoleError } = await openAsEditor();
    expectConsoleError(/./);
    const model = createEditingModel(journey.app);
    const session: Session = {
      page,
      posts,
      model,
      isOffline: false,
      open: posts[0]!,
      random: seededRandom(seed),
    };
    const log: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      if (!session.isOffline) await openForm(session);
      const isOpen = (await readForm(session.page)) !== null;
      const action = isOpen ? chooseAction(session) : 'reload';
      log.push(`${round} ${action} (${session.open.title}${session.isOffline ? ', offline' : ''})`);
      try {
        await RUN[action](session);
        await model.check(session.page);
      } catch (error) {
        throw new Error(`EDITING_SEED=${seed}, after:\n${log.slice(-25).join('\n')}`, { cause: error });
      }
    }
    expect(log).toHaveLength(rounds);
  },
);
