import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import type { ListWords } from '#site/content/dashboard.ts';
import { Button } from '#site/ui/button.tsx';
import { Icon } from '#site/ui/icon.tsx';

type ListSectionProps = {
  words: ListWords;
  /** How many items there are; undefined until it is known. */
  total: number | undefined;
  /** The line beside the heading; by default the number of items. */
  summary?: string | undefined;
  /** Where the tab has other sections. Otherwise the name of the tab is the visible heading. */
  isHeadingVisible?: boolean;
  /** A `CreateButton`, where items can be created. */
  create?: ReactNode;
  /** While a form is open. The list stays mounted, so that it keeps its state. */
  isHidden?: boolean;
  /** Copies, filters, the list, deleted items. */
  children: ReactNode;
};

/** The frame of a list: heading, number of items, and the button that creates one. */
export function ListSection(props: ListSectionProps) {
  const { words, total, summary, isHeadingVisible = false, create, isHidden = false, children } = props;
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  useFocusKeeper(section);
  return (
    <section ref={section} aria-labelledby={headingId} hidden={isHidden}>
      <div className="list-section__head row row--apart">
        <h2 id={headingId} tabIndex={-1} className={clsx(!isHeadingVisible && 'sr-only')}>
          {words.heading}
        </h2>
        <p className="tabular" aria-live="polite">
          {total === undefined ? '\u00a0' : (summary ?? words.count(total))}
        </p>
        {create}
      </div>
      {children}
    </section>
  );
}

type CreateButtonProps = { label: string } & Pick<ComponentProps<typeof Button>, 'ref' | 'onClick'>;

/** Opens an empty form. */
export function CreateButton({ label, ...button }: CreateButtonProps) {
  return (
    <Button size="small" {...button}>
      <Icon name="plus" />
      {label}
    </Button>
  );
}

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), summary';

type Place = { element: HTMLElement; list: Element | null; at: number; details: Element | null };

/**
 * Keeps the keyboard's place when the focused control of the section is removed or hidden, as after a deletion or a
 * restore: the focus moves to the row that took its place, else to the disclosure, else to the button of the head.
 */
function useFocusKeeper(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = section.current;
    if (!root) return;
    let place: Place | null = null;
    const note = ({ target }: FocusEvent): void => {
      place = target instanceof HTMLElement ? placeOf(target) : null;
    };
    // Chromium reports the loss of focus before it removes the control; only a control that stays was left on purpose.
    const forget = (): void => {
      const left = place;
      requestAnimationFrame(() => {
        if (left && place === left && isShown(left.element) && document.activeElement !== left.element) place = null;
      });
    };
    const check = (): void => {
      if (!place || root.hidden || document.activeElement !== document.body || isShown(place.element)) return;
      const next = successorOf(place, root);
      place = null;
      next?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => requestAnimationFrame(check));
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ['hidden', 'data-empty'] });
    root.addEventListener('focusin', note);
    root.addEventListener('focusout', forget);
    return () => {
      observer.disconnect();
      root.removeEventListener('focusin', note);
      root.removeEventListener('focusout', forget);
    };
  }, [section]);
}

function placeOf(element: HTMLElement): Place {
  const row = element.closest('tr, li');
  const list = row?.parentElement ?? null;
  const at = row && list ? [...list.children].indexOf(row) : 0;
  return { element, list, at, details: element.closest('details') };
}

function successorOf({ list, at, details }: Place, root: HTMLElement): HTMLElement | null {
  const row = list?.isConnected ? (list.children[at] ?? list.lastElementChild) : null;
  return (
    row?.querySelector<HTMLElement>(FOCUSABLE) ??
    (details?.isConnected ? details.querySelector<HTMLElement>('summary') : null) ??
    root.querySelector<HTMLElement>(FOCUSABLE) ??
    root.querySelector<HTMLElement>('h2')
  );
}

function isShown(element: HTMLElement): boolean {
  return element.isConnected && element.checkVisibility({ visibilityProperty: true });
}
