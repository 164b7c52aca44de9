import { type ComponentProps, type ReactNode, useId, useRef } from 'react';
import { clsx } from 'clsx';
import type { ListWords } from '#site/content/dashboard.ts';
import { Button } from '#site/ui/button.tsx';
import { Icon } from '#site/ui/icon.tsx';
import { useFocusKeeper } from './use-focus-keeper.ts';

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
      <div className="list-section__head">
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
