import { useState } from 'react';
import { differingWords } from '#contract/words/stored-words.ts';
import { type ServicePage, wordsNameOf } from '#site/content/services/page-content.ts';
import { servicePages } from '#site/content/services/service-pages.ts';
import { WORD_PAGES } from '#site/content/word-pages.ts';
import { firmForm, pagesTab as words } from '#site/content/words-form.ts';
import { listWords, type WordsRow } from '#site/gateway/site-words.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { GoLink } from '#site/ui/go-link.tsx';
import { useUnsavedGuard } from '../form-session/unsaved-guard.tsx';
import { ListSection } from '../list-section.tsx';
import { useAdminQuery } from '../queries.ts';
import { QueryList } from '../query-list.tsx';
import { WordsForm } from './words-form.tsx';
import { type NamedPage, wordsIn } from './words-in.ts';

type ListedPage = NamedPage & Pick<ServicePage, 'title' | 'path'>;

const PAGES: readonly ListedPage[] = servicePages.map((page) => {
  const name = wordsNameOf(page);
  return { ...WORD_PAGES[name]!, name, title: page.title, path: page.path };
});

/** How many texts of a page are not the built-in ones. */
const changedIn = (page: NamedPage, row: WordsRow): number =>
  Object.keys(differingWords(page.builtIn, wordsIn(page, row))).length;

/** The pages whose words may be changed, with what differs from the built-in ones. */
export function PagesTab() {
  const query = useAdminQuery([...QUERY_KEYS.adminWords, 'pages'], listWords);
  const { leaveFreely } = useUnsavedGuard();
  const [opened, setOpened] = useState<{ page: ListedPage; row: WordsRow } | null>(null);
  const rowOf = ({ name }: NamedPage) => query.data?.get(name);
  const changed = PAGES.filter((page) => {
    const row = rowOf(page);
    return row !== undefined && changedIn(page, row) > 0;
  });
  const close = (): void => {
    leaveFreely();
    setOpened(null);
  };
  return (
    <>
      <ListSection words={words} total={query.data && changed.length} isHidden={opened !== null}>
        <p className="soft">{words.intro}</p>
        <QueryList query={query} words={words} errorRole="alert">
          {(rows) => (
            <ul className="word-parts">
              {PAGES.map((page) => {
                const row = rows.get(page.name);
                return (
                  row && (
                    <li key={page.name}>
                      <div>
                        <h3>{page.title}</h3>
                        <p className="soft">{words.state(changedIn(page, row))}</p>
                      </div>
                      <div className="row word-parts__actions">
                        <GoLink href={page.path} aria-label={words.openPage(page.title)}>
                          {words.open}
                        </GoLink>
                        <Button
                          size="small"
                          variant="line"
                          aria-label={firmForm.editPart(page.title)}
                          onClick={() => setOpened({ page, row })}
                        >
                          {firmForm.edit}
                        </Button>
                      </div>
                    </li>
                  )
                );
              })}
            </ul>
          )}
        </QueryList>
      </ListSection>
      {opened && (
        <WordsForm
          page={opened.page}
          heading={opened.page.title}
          fields={Object.keys(opened.page.schema.shape)}
          row={opened.row}
          onClose={close}
        />
      )}
    </>
  );
}
