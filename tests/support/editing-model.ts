import type { Page } from 'playwright';
import type { TestApp } from './test-app.ts';

/** A generator of random numbers by its seed (mulberry32), so that a run can be repeated. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** How long a word must have been shown before a crash may not lose it. */
const SHOWN_MS = 1000;

/** `shownAt` is later than any time until the word is shown. */
type Word = { text: string; shownAt: number };
export type Shown = { content: string; state: string };

/** Every word that was typed or saved, and where it must still be found. */
export type EditingModel = {
  /** A word that is to be typed into the form. */
  nextWord: () => string;
  /** The words so far are shown. */
  showWords: () => void;
  /** The words of another editor, by post. */
  saveTheirs: (id: string, word: string) => void;
  /** The editor has seen the versions of a conflict, and chose their own. */
  overwriteSeen: (id: string) => void;
  /** The renderer crashed: words that were not shown long enough may be gone. */
  crash: () => void;
  /** Throws where a word is lost, or was overwritten unseen. */
  check: (page: Page) => Promise<void>;
};

export function createEditingModel(app: TestApp): EditingModel {
  let count = 0;
  let mine: Word[] = [];
  let uncertain: Word[] = [];
  const theirs = new Map<string, string[]>();

  const check = async (page: Page): Promise<void> => {
    // The form first: between the two reads a word may move from the device to the server, and not back.
    const [shown, device, server] = [await readForm(page), await readDevice(page), await readServer(app)];
    const everywhere = `${shown?.content ?? ''}\n${device}\n${server}`;
    const isFound = ({ text }: Word) => everywhere.includes(text);
    mine = [...mine, ...uncertain.filter(isFound)];
    uncertain = [];
    const lost = mine.filter((word) => !isFound(word)).map(({ text }) => text);
    if (lost.length > 0) throw new Error(`Lost: ${lost.join(', ')}`);
    if (shown && /^Saved \D*\d+:\d+\s[AP]M(, not published yet)?$/.test(shown.state)) {
      const unsaved = wordsIn(shown.content).filter((text) => !server.includes(text));
      if (unsaved.length > 0) throw new Error(`Called saved, and not on the server: ${unsaved.join(', ')}`);
    }
    for (const [id, words] of theirs) {
      const [post] = await app.query('select content from public.blog_posts where id = $1', [id]);
      const gone = words.filter((word) => !String(post?.['content']).includes(word));
      if (gone.length > 0) throw new Error(`Overwritten unseen: ${gone.join(', ')}`);
    }
  };
  return {
    nextWord: () => {
      count += 1;
      const text = `mine${String(count).padStart(4, '0')}`;
      mine.push({ text, shownAt: Infinity });
      return text;
    },
    showWords: () => {
      for (const word of mine) word.shownAt = Math.min(word.shownAt, Date.now());
    },
    saveTheirs: (id, word) => theirs.set(id, [...(theirs.get(id) ?? []), word]),
    overwriteSeen: (id) => theirs.delete(id),
    crash: () => {
      const certain = Date.now() - SHOWN_MS;
      uncertain = [...uncertain, ...mine.filter(({ shownAt }) => shownAt > certain)];
      mine = mine.filter(({ shownAt }) => shownAt <= certain);
    },
    check,
  };
}

function wordsIn(text: string): string[] {
  return text.match(/(mine|theirs)\d{4}/g) ?? [];
}

/** What the open form shows; null where no form is open. */
export function readForm(page: Page): Promise<Shown | null> {
  return page.evaluate(() => {
    const field = document.querySelector<HTMLTextAreaElement>('.item-form [name=content]');
    const state = document.querySelector('.item-form__state');
    return field && { content: field.value, state: state?.textContent.trim() ?? '' };
  });
}

/** The local copies that the dashboard offers. */
function readDevice(page: Page): Promise<string> {
  return page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('dashboard-copy:'))
      .map((key) => localStorage.getItem(key))
      .join('\n'),
  );
}

/** Posts, pending drafts, versions and deleted posts. */
async function readServer(app: TestApp): Promise<string> {
  const rows = await app.query(`
    select content as text from public.blog_posts
    union all select fields::text from public.post_drafts
    union all select post ->> 'content' from public.post_revisions
    union all select item ->> 'content' from public.deleted_items`);
  return rows.map(({ text }) => String(text)).join('\n');
}
