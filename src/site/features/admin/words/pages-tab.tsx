import { formatLocalTime } from '#contract/date.ts';
import { findPhrase } from '#site/content/find-phrase.ts';
import { PUBLIC_WORDS } from '#site/content/word-pages.ts';
import { pagesTab as words } from '#site/content/words-form.ts';
import type { ListedWords } from '#site/gateway/site-words.ts';
import { Disclosure } from '../query-list.tsx';
import { countChanged, type NamedPage } from './drafts.ts';
import { FindPhrase } from './find-phrase.tsx';
import { type WordsPart, WordsTab } from './words-tab.tsx';

/** The pages whose words may be changed, with what differs from the built-in ones, and a search in all words. */
export function PagesTab() {
  return (
    <WordsTab
      words={words}
      countIn={(rows) => partsIn(rows).filter(({ page, row }) => countChanged(page, row) > 0).length}
      partsIn={partsIn}
      footer={<Disclosure summary={findPhrase.heading}>{() => <FindPhrase />}</Disclosure>}
    />
  );
}

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
