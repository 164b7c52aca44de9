import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { isScheduled } from '#contract/post-status.ts';
import { LINKABLE_PAGES, postLinks } from '#site/content/post-links.ts';
import { listAdminPosts, type ListedPost } from '#site/gateway/admin-post-list.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { TextField } from '#site/ui/field.tsx';
import { useAdminQuery, useDebouncedValue } from '../../../queries.ts';
import type { LinkedHeading } from './heading-links.ts';
import { readAddress } from './read-address.ts';

type AddressFieldProps = {
  value: string;
  headings: readonly LinkedHeading[];
  error: string | undefined;
  onChange: (address: string) => void;
  onChoose: (target: LinkTarget) => void;
  onSubmit: () => void;
};

/** The address of a link, with posts and pages suggested while it is typed. */
export function AddressField({ value, headings, error, onChange, onChoose, onSubmit }: AddressFieldProps) {
  const words = postLinks.dialog;
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const { targets, isSearching } = useLinkTargets(value, headings);
  const shown = isOpen ? targets : [];
  // Enter takes the first suggestion for words, and what was typed for an address.
  const isAddress = readAddress(value, location.origin).address !== undefined;
  const active = chosen === 0 && isAddress ? -1 : Math.min(Math.max(chosen - 1, 0), shown.length - 1);
  useEscape(shown.length > 0, () => setOpen(false));
  const [isWaiting, setWaiting] = useState(false);
  const choose = (target: LinkTarget): void => {
    setOpen(false);
    onChoose(target);
  };
  const enter = (): void => {
    const target = shown[active];
    if (target) choose(target);
    else onSubmit();
  };
  const onFound = useEffectEvent(enter);
  useEffect(() => {
    if (!isWaiting || isSearching) return;
    setWaiting(false);
    onFound();
  }, [isWaiting, isSearching]);
  const handleKeys = (event: KeyboardEvent): void => {
    const { length } = shown;
    // Enter and the arrows belong to the input method while it composes.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      // Words whose suggestions are still looked up.
      if (!shown[active] && isOpen && !isAddress && isSearching) setWaiting(true);
      else enter();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const to = active + (event.key === 'ArrowDown' ? 1 : -1);
      if (length > 0) setChosen((to < 0 ? length - 1 : to % length) + 1);
    }
  };
  return (
    <div className="address-field">
      <TextField
        id="link-address"
        name="link-address"
        label={words.address}
        hint={words.hint}
        error={error}
        required
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(shown[active] && { 'aria-activedescendant': `${listId}-${active}` })}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          setOpen(true);
          setChosen(0);
          setWaiting(false);
        }}
        onKeyDown={handleKeys}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={words.suggestions}
        className="address-field__list framed"
        hidden={shown.length === 0}
      >
        {shown.map((target, index) => (
          <div
            key={target.href}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(target)}
          >
            <span>{target.label}</span>
            <span className="soft">{`${target.kind} · ${target.href}`}</span>
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {isOpen && value.trim() ? words.found(shown.length) : ''}
      </p>
    </div>
  );
}

/** The dialog listens for Escape on the document; the window comes first. */
function useEscape(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const listen = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  });
}

type LinkTarget = { label: string; href: string; kind: string };

const MAX_POSTS = 8;
const MAX_PAGES = 4;
const SHORTEST = 2;

/** The pages of the site and the published posts whose title or address has every typed word. */
function useLinkTargets(
  typed: string,
  headings: readonly LinkedHeading[],
): { targets: readonly LinkTarget[]; isSearching: boolean } {
  const words = wordsOf(typed);
  const searched = useDebouncedValue(words.join(' '));
  const { data, isFetching } = useAdminQuery(
    [...QUERY_KEYS.adminPosts, 'link-targets', searched],
    (client) => {
      const filter = wordsOf(searched).map((text) => ({ text, categoryIds: [] }));
      const range = { offset: 0, limit: MAX_POSTS };
      const all = { status: 'published', category: '', author: '', order: 'changed' } as const;
      return listAdminPosts(client, { words: filter, ...all }, range);
    },
    { enabled: searched !== '', staleTime: 30_000 },
  );
  if (words.length === 0) return { targets: [], isSearching: false };
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const pages = LINKABLE_PAGES.filter(({ label, href }) => has(`${label} ${href}`)).slice(0, MAX_PAGES);
  const posts = (data?.rows ?? []).filter(({ title, slug }) => has(`${title} ${slug} /blog/`));
  return {
    targets: [
      ...headings
        .filter(({ title, id }) => has(`${title} #${id}`))
        .slice(0, MAX_PAGES)
        .map(({ title, id }) => ({ label: title, href: `#${id}`, kind: postLinks.dialog.heading })),
      ...pages.map((page) => ({ ...page, kind: postLinks.dialog.page })),
      ...posts.map(targetOf),
    ],
    isSearching: isFetching || searched !== words.join(' '),
  };
}

function wordsOf(typed: string): string[] {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^\/(?:blog\/)?/, '');
  if (text.length < SHORTEST || /^[a-z]+:/.test(text)) return [];
  return text.split(/\s+/).slice(0, 10);
}

function targetOf({ title, slug, status, published_at }: ListedPost): LinkTarget {
  const { post, scheduled } = postLinks.dialog;
  const isLater = isScheduled({ status, published_at }, new Date());
  return { label: title, href: `/blog/${slug}`, kind: isLater ? scheduled : post };
}
