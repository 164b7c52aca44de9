import { createContext, type ReactNode } from 'react';
import type { PublicPath } from '#site/route-table.ts';
import type { WordPage } from '#contract/words/stored-words.ts';
import type { WordValues } from './drafts.ts';

export type PageViewProps = {
  page: WordPage & { name: string };
  path: PublicPath;
  values: WordValues;
  /** The heading of the form. */
  title: string;
  /** A text of the page was clicked. */
  onChoose: (field: string) => void;
  /** What the layout says about the words, by the path of the field. */
  onNotes: (notes: FieldNotes) => void;
};

/** The page beside a form of words. Features import no pages, so the page of the dashboard passes it. */
export const PageViewContext = createContext<(props: PageViewProps) => ReactNode>(() => null);

export type FieldNotes = Readonly<Partial<Record<string, string>>>;
/** By the path of the field; shown below it. */
export const FieldNotesContext = createContext<FieldNotes>({});
