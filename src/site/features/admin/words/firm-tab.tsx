import { useState } from 'react';
import { FIRM_PARTS, type FirmWords, firmSchema } from '#contract/words/firm.ts';
import { differingWords } from '#contract/words/stored-words.ts';
import { builtInFirmWords } from '#site/content/built-in-words.ts';
import { firmForm as words } from '#site/content/words-form.ts';
import { readWordsOf, type WordsRow } from '#site/gateway/site-words.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { useUnsavedGuard } from '../form-session/unsaved-guard.tsx';
import { ListSection } from '../list-section.tsx';
import { useAdminQuery } from '../queries.ts';
import { QueryList } from '../query-list.tsx';
import { type NamedPage, wordsIn } from './words-in.ts';
import { WordsForm } from './words-form.tsx';

type FirmPart = (typeof FIRM_PARTS)[number];

const FIRM: NamedPage = { name: 'firm', schema: firmSchema, builtIn: builtInFirmWords };
const factsIn = (row: WordsRow) => wordsIn(FIRM, row) as FirmWords;

/** The facts of the firm, in parts; each has a form of its own over the same row. */
export function FirmTab() {
  const query = useAdminQuery([...QUERY_KEYS.adminWords, FIRM.name], (client) => readWordsOf(client, FIRM.name));
  const { leaveFreely } = useUnsavedGuard();
  const [opened, setOpened] = useState<{ part: FirmPart; row: WordsRow } | null>(null);
  const own = query.data && Object.keys(differingWords(builtInFirmWords, factsIn(query.data))).length;
  const close = (): void => {
    leaveFreely();
    setOpened(null);
  };
  return (
    <>
      <ListSection words={words} total={own} isHidden={opened !== null}>
        <p className="soft">{words.intro}</p>
        <QueryList query={query} words={words} errorRole="alert">
          {(row) => (
            <ul className="word-parts">
              {FIRM_PARTS.map((part) => (
                <li key={part.heading}>
                  <div>
                    <h3>{part.heading}</h3>
                    <p className="soft">{summaryOf(part, factsIn(row))}</p>
                  </div>
                  <Button
                    size="small"
                    variant="line"
                    aria-label={words.editPart(part.heading)}
                    onClick={() => setOpened({ part, row })}
                  >
                    {words.edit}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </QueryList>
      </ListSection>
      {opened && (
        <WordsForm
          page={FIRM}
          heading={opened.part.heading}
          fields={opened.part.fields}
          row={opened.row}
          onClose={close}
        />
      )}
    </>
  );
}

/** What a part of the facts says now, in one line. */
function summaryOf({ fields }: FirmPart, facts: FirmWords): string {
  const [first] = fields;
  if (first === 'name') return `${facts.name}, ${facts.founded}`;
  if (first === 'phone') return `${facts.phone.display}, ${facts.email}`;
  if (first === 'social') return facts.social.map(({ label }) => label).join(', ');
  if (first === 'people') return facts.people.map(({ name }) => name).join(', ');
  return [facts.mainOfficeLabel, ...facts.otherOffices.map(({ label }) => label)].join('; ');
}
