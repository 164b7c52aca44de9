import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { isScheduled } from '#contract/post-status.ts';
import { LINKABLE_PAGES, postLinks } from '#site/content/post-links.ts';
import { listAdminPosts, type ListedPost } from '#site/gateway/admin-post-list.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { Checkbox } from '#site/ui/checkbox.tsx';
import { Dialog } from '#site/ui/dialog.tsx';
import { Field } from '#site/ui/field.tsx';
import { Input } from '#site/ui/input.tsx';
import { useAdminQuery, useDebouncedValue } from '../../../queries.ts';
import { describeKeys } from '../toolbar/actions.ts';
import { PlainTool, ToolIcon } from '../toolbar/tool-button.tsx';
import { applyLink, type LinkRange, type LinkValues, readLinkRange, removeLink } from './link-range.ts';
import { readAddress } from './read-address.ts';

/** The dialog of links; opened by the event `openLink`. */
export function LinkPanel({ editor }: { editor: Editor }) {
  const [range, setRange] = useState<LinkRange | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = (): void => {
      // The browser reports a selection by the keyboard after the key.
      timer = setTimeout(() => setRange(readLinkRange(editor.state)));
    };
    editor.on('openLink', open);
    return () => {
      clearTimeout(timer);
      editor.off('openLink', open);
    };
  }, [editor]);
  const finish = (change: (tr: Transaction, edited: LinkRange) => Transaction): void => {
    if (range) editor.view.dispatch(change(editor.state.tr, range).scrollIntoView());
    setRange(null);
  };
  const words = postLinks.dialog;
  return (
    <Dialog
      isOpen={range !== null}
      onClose={() => setRange(null)}
      title={range?.isLink ? words.change : words.add}
      closeLabel={words.close}
    >
      {range && (
        <LinkForm
          range={range}
          onApply={(values) => finish((tr, edited) => applyLink(tr, edited, values))}
          onRemove={() => finish(removeLink)}
        />
      )}
    </Dialog>
  );
}

export function LinkButton({ editor }: { editor: Editor }) {
  return (
    <PlainTool
      label={postLinks.button}
      keys={describeKeys('Mod-k')}
      isPressed={editor.isActive('a')}
      onClick={() => editor.emit('openLink', undefined)}
    >
      <ToolIcon name="link" />
    </PlainTool>
  );
}

type LinkFormProps = { range: LinkRange; onApply: (values: LinkValues) => void; onRemove: () => void };

function LinkForm({ range, onApply, onRemove }: LinkFormProps) {
  const words = postLinks.dialog;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<LinkValues>({
    text: range.text,
    href: range.href,
    opensNewTab: range.opensNewTab,
  });
  const [wasSent, setSent] = useState(false);
  const change = (part: Partial<LinkValues>): void => setValues((now) => ({ ...now, ...part }));
  const read = readAddress(values.href, location.origin);
  const textError = range.isPlainText && !values.text.trim() ? postLinks.errors.text : undefined;
  const addressError = read.error && postLinks.errors[read.error];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React events bubble through the dialog's portal to the form of the post.
    event.stopPropagation();
    setSent(true);
    if (!textError && read.address) onApply({ ...values, href: read.address });
    else form.current?.querySelector<HTMLElement>(`[name=${textError ? 'link-text' : 'link-address'}]`)?.focus();
  };
  return (
    <form ref={form} className="link-form" noValidate onSubmit={submit}>
      {range.isPlainText && (
        <Field id="link-text" name="link-text" label={words.text} error={wasSent ? textError : undefined} required>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={values.text}
              onChange={(event) => change({ text: event.target.value })}
            />
          )}
        </Field>
      )}
      <AddressField
        value={values.href}
        error={wasSent ? addressError : undefined}
        onChange={(href) => change({ href })}
        onChoose={({ href, label }) => change({ href, ...(!values.text.trim() && { text: label }) })}
      />
      <Checkbox
        name="link-tab"
        label={words.newTab}
        checked={values.opensNewTab}
        onChange={(event) => change({ opensNewTab: event.target.checked })}
      />
      <div className="link-form__bar wraps">
        <Button type="submit" size="small">
          {words.apply}
        </Button>
        {range.isLink && (
          <Button size="small" variant="line" onClick={onRemove}>
            {words.remove}
          </Button>
        )}
      </div>
    </form>
  );
}

type AddressFieldProps = {
  value: string;
  error: string | undefined;
  onChange: (address: string) => void;
  /** A suggestion was chosen. */
  onChoose: (target: LinkTarget) => void;
};

/** The address of a link, with posts and pages suggested while it is typed. */
function AddressField({ value, error, onChange, onChoose }: AddressFieldProps) {
  const words = postLinks.dialog;
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const targets = useLinkTargets(value);
  const shown = isOpen ? targets : [];
  useEscape(shown.length > 0, () => setOpen(false));
  const choose = (target: LinkTarget): void => {
    setOpen(false);
    onChoose(target);
  };
  const handleKeys = (event: KeyboardEvent): void => {
    const { length } = shown;
    if (event.key === 'Enter' && shown[active]) {
      event.preventDefault();
      choose(shown[active]);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (length > 0)
        setActive((active < 0 && step < 0 ? length : active) + step < 0 ? length - 1 : (active + step) % length);
    }
  };
  return (
    <div className="address-field">
      <Field id="link-address" name="link-address" label={words.address} hint={words.hint} error={error} required>
        {(control) => (
          <Input
            {...control}
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
              setActive(-1);
            }}
            onKeyDown={handleKeys}
          />
        )}
      </Field>
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

/** The published posts and the pages of the site whose title or address has every typed word. */
function useLinkTargets(typed: string): readonly LinkTarget[] {
  const words = wordsOf(typed);
  const searched = useDebouncedValue(words.join(' '));
  const { data } = useAdminQuery(
    [...QUERY_KEYS.adminPosts, 'link-targets', searched],
    (client) => {
      const filter = wordsOf(searched).map((text) => ({ text, categoryIds: [] }));
      const range = { offset: 0, limit: MAX_POSTS };
      return listAdminPosts(client, { words: filter, status: 'published', category: '', order: 'changed' }, range);
    },
    { enabled: searched !== '', staleTime: 30_000 },
  );
  if (words.length === 0) return [];
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const pages = LINKABLE_PAGES.filter(({ label, href }) => has(`${label} ${href}`)).slice(0, MAX_PAGES);
  const posts = (data?.rows ?? []).filter(({ title, slug }) => has(`${title} ${slug} /blog/`));
  return [...posts.map(targetOf), ...pages.map((page) => ({ ...page, kind: postLinks.dialog.page }))];
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
