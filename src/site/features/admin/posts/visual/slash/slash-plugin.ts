import { type Editor, Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { visual } from '#site/content/visual.ts';
import { type ActionName, ACTIONS } from '../toolbar/actions.ts';

declare module '@tiptap/core' {
  interface EditorEvents {
    openPictures: undefined;
  }
}

/** What the menu inserts. */
const BLOCKS = [
  'heading2',
  'heading3',
  'heading4',
  'bullets',
  'numbers',
  'table',
  'picture',
  'quote',
  'code',
  'rule',
] as const satisfies (ActionName | 'picture')[];

export type SlashItem = (typeof BLOCKS)[number];
/** The menu at a line that begins with a slash: `from` is the place of the slash. */
export type SlashMenu = { from: number; items: readonly SlashItem[]; active: number };
type SlashState = { menu: SlashMenu | null; /** Where Escape closed it. */ closedAt: number | null };

const slashKey = new PluginKey<SlashState>('slash');
/** The ids of the list and its options, which the text refers to. */
export const SLASH_LIST_ID = 'slash-menu';
export const slashOptionId = (name: SlashItem): string => `${SLASH_LIST_ID}-${name}`;

export const labelOf = (name: SlashItem): string => (name === 'picture' ? visual.picture.add : visual.actions[name]);

export function slashMenuOf(state: EditorState): SlashMenu | null {
  return slashKey.getState(state)?.menu ?? null;
}

/** The line of the caret, if it holds only a slash and the beginning of a name. */
function readMenu({ selection }: EditorState): Omit<SlashMenu, 'active'> | null {
  const { $from, empty } = selection;
  const { parent } = $from;
  if (!empty || !['p', 'loose'].includes(parent.type.name) || $from.parentOffset !== parent.content.size) return null;
  if (parent.childCount !== 1 || parent.content.size > 24) return null;
  const typed = /^\/([\p{L}\d ]*)$/u.exec(parent.textContent)?.[1]?.toLowerCase();
  if (typed === undefined) return null;
  const items = BLOCKS.filter((name) => labelOf(name).toLowerCase().includes(typed));
  return items.length > 0 ? { from: $from.start(), items } : null;
}

function nextState(tr: Transaction, { menu: before, closedAt }: SlashState, state: EditorState): SlashState {
  const found = readMenu(state);
  if (!found) return { menu: null, closedAt: null };
  const meta = tr.getMeta(slashKey) as { active?: number; isClosed?: true } | undefined;
  if (meta?.isClosed || closedAt === found.from) return { menu: null, closedAt: found.from };
  // A slash that was there before opens nothing.
  if (!before && !tr.docChanged) return { menu: null, closedAt: null };
  const isSame = before?.items.join() === found.items.join();
  return { menu: { ...found, active: meta?.active ?? (isSame ? before.active : 0) }, closedAt: null };
}

/** Replaces the line by the block. */
export function chooseSlashItem(editor: Editor, name: SlashItem): void {
  const { $from } = editor.state.selection;
  editor.view.dispatch(editor.state.tr.delete($from.start(), $from.end()));
  if (name === 'picture') editor.emit('openPictures', undefined);
  else ACTIONS[name].run(editor);
}

function setMenu(view: EditorView, meta: { active: number } | { isClosed: true }): true {
  view.dispatch(view.state.tr.setMeta(slashKey, meta));
  return true;
}

function handleKey(editor: Editor, { items, active }: SlashMenu, key: string): boolean {
  const set = (meta: Parameters<typeof setMenu>[1]): true => setMenu(editor.view, meta);
  if (key === 'ArrowDown') return set({ active: (active + 1) % items.length });
  if (key === 'ArrowUp') return set({ active: (active + items.length - 1) % items.length });
  if (key === 'Escape') return set({ isClosed: true });
  const item = items[active];
  if ((key !== 'Enter' && key !== 'Tab') || !item) return false;
  chooseSlashItem(editor, item);
  return true;
}

/** A slash at the beginning of an empty line opens a menu of blocks (`slash-menu.tsx`). */
export const SlashKeys = Extension.create({
  name: 'slashKeys',
  // Before what Enter, Tab and the arrow keys do otherwise.
  priority: 1100,
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin<SlashState>({
        key: slashKey,
        state: {
          init: () => ({ menu: null, closedAt: null }),
          apply: (tr, value, _, state) => nextState(tr, value, state),
        },
        props: {
          handleKeyDown: (view, event) => {
            const menu = slashMenuOf(view.state);
            const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
            return menu !== null && isPlain && !event.isComposing && handleKey(editor, menu, event.key);
          },
          handleDOMEvents: {
            // Where another window takes the focus, the text stays the active element, and the menu open.
            blur: (view) => {
              if (slashMenuOf(view.state) && document.activeElement !== view.dom) setMenu(view, { isClosed: true });
              return false;
            },
          },
          attributes: (state): Record<string, string> => {
            const menu = slashMenuOf(state);
            const item = menu?.items[menu.active];
            if (!item) return {};
            return {
              'aria-autocomplete': 'list',
              'aria-haspopup': 'listbox',
              'aria-controls': SLASH_LIST_ID,
              'aria-activedescendant': slashOptionId(item),
            };
          },
        },
      }),
    ];
  },
});
