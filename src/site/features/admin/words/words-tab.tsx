import { type ReactNode, useState } from 'react';
import { type ListWords } from '#site/content/dashboard.ts';
import { firmForm } from '#site/content/words-form.ts';
import type { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import type { PendingDraft } from '#site/gateway/post-drafts.ts';
import { type ListedWords, listWords, type WordsRow } from '#site/gateway/site-words.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import type { PublicPath } from '#site/route-table.ts';
import { Button } from '#site/ui/button.tsx';
import { GoLink } from '#site/ui/go-link.tsx';
import { useUnsavedGuard } from '../form-session/unsaved-guard.tsx';
import { ListSection } from '../list-section.tsx';
import { useAdminQuery } from '../queries.ts';
import { QueryList } from '../query-list.tsx';
import type { NamedPage } from './drafts.ts';
import { WordsForm } from './words-form.tsx';

/** What one form changes: a page of words, or some fields of it. */
export type WordsPart = {
  page: NamedPage;
  row: WordsRow;
  /** What is not published yet; undefined where every save is public at once. */
  draft?: PendingDraft | null;
  heading: string;
  /** The fields that are shown; the others stay as they are stored. */
  fields: readonly string[];
  /** What it says now, in one line. */
  says: string;
  /** The public page that shows it. */
  path?: PublicPath;
  /** What is said of a save, if the site does not show it. */
  messages?: typeof DASHBOARD_MESSAGES.recipients;
};

/** By the name of the page. */
export type StoredPages = ReadonlyMap<string, ListedWords>;
type WordsTabProps = {
  words: ListWords & { intro: string };
  /** How many are not as built in. */
  countIn: (rows: StoredPages) => number;
  partsIn: (rows: StoredPages) => readonly WordsPart[];
  footer?: ReactNode;
};

const MAX_WAIT_MS = 1500;

/** A tab of words: its parts, and the form of the one that is opened. */
export function WordsTab({ words, countIn, partsIn, footer }: WordsTabProps) {
  const query = useAdminQuery(QUERY_KEYS.adminWordPages, listWords);
  const { leaveFreely } = useUnsavedGuard();
  const [opened, setOpened] = useState<WordsPart | null>(null);
  const [isOpening, setOpening] = useState(false);
  const close = (): void => {
    leaveFreely();
    setOpened(null);
  };
  /** Opens the words as they are now; without an answer, as they were read last. */
  const open = async (known: WordsPart): Promise<void> => {
    setOpening(true);
    const noAnswer = new Promise<{ data?: StoredPages }>((resolve) => setTimeout(() => resolve({}), MAX_WAIT_MS));
    const { data } = await Promise.race([query.refetch(), noAnswer]);
    setOpened((data && partsIn(data).find(({ heading }) => heading === known.heading)) ?? known);
    setOpening(false);
  };
  return (
    <>
      <ListSection words={words} total={query.data && countIn(query.data)} isHidden={opened !== null}>
        <p className="soft">{words.intro}</p>
        <QueryList query={query} words={words} errorRole="alert">
          {(rows) => (
            <ul className="word-parts">
              {partsIn(rows).map((part) => (
                <li key={part.heading}>
                  <div>
                    <h3>{part.heading}</h3>
                    <p className="soft">{part.says}</p>
                  </div>
                  <div className="row word-parts__actions">
                    {part.path && (
                      <GoLink href={part.path} aria-label={firmForm.openPage(part.heading)}>
                        {firmForm.open}
                      </GoLink>
                    )}
                    <Button
                      size="small"
                      variant="line"
                      aria-label={firmForm.editPart(part.heading)}
                      aria-disabled={isOpening}
                      onClick={() => isOpening || void open(part)}
                    >
                      {firmForm.edit}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </QueryList>
        {footer}
      </ListSection>
      {opened && <WordsForm {...opened} onClose={close} />}
    </>
  );
}
