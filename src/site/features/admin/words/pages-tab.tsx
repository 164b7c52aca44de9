import { formatLocalTime } from '#contract/date.ts';
import { findPhrase } from '#site/content/find-phrase.ts';
import { PUBLIC_WORDS, WORD_PAGES } from '#site/content/word-pages.ts';
import { firmForm, pagesTab as words } from '#site/content/words-form.ts';
import { type ListedWords, listWords } from '#site/gateway/site-words.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { useAdminQuery } from '../queries.ts';
import { Disclosure } from '../query-list.tsx';
import { countChanged, type NamedPage } from './drafts.ts';
import { FindPhrase, type SearchedPage } from './find-phrase.tsx';
import { type WordsPart, WordsTab } from './words-tab.tsx';

/** The pages whose words may be changed, with what differs from the built-in ones, and a search in all words. */
export function PagesTab() {
  const query = useAdminQuery([...QUERY_KEYS.adminWords, 'pages'], listWords);
  return (
    <WordsTab
      words={words}
      query={query}
      countIn={(rows) => partsIn(rows).filter(({ page, row }) => countChanged(page, row) > 0).length}
      partsIn={partsIn}
      footer={<Disclosure summary={findPhrase.heading}>{() => <FindPhrase pages={searchedPages()} />}</Disclosure>}
    />
  );
}

const searchedPages = (): SearchedPage[] =>
  Object.entries(WORD_PAGES).map(([name, { schema, builtIn }]) => {
    const heading = PUBLIC_WORDS[name]?.title ?? firmForm.heading;
    return { name, schema, builtIn, heading };
  });

function partsIn(rows: ReadonlyMap<string, ListedWords>): WordsPart[] {
  return Object.entries(PUBLIC_WORDS).flatMap(([name, { title, path, schema, builtIn }]) => {
    const row = rows.get(name);
    if (!row) return [];
    const page: NamedPage = { name, schema, builtIn };
    const fields = Object.keys(page.schema.shape);
    const says = words.state(countChanged(page, row)) + draftState(row.draft);
    return [{ page, row, draft: row.draft, heading: title, fields, says, path }];
  });
}

function draftState(draft: ListedWords['draft']): string {
  if (!draft) return '';
  return draft.publish_at ? words.scheduled(formatLocalTime(draft.publish_at)) : words.draft;
}
