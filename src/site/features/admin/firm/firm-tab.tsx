import { useState } from 'react';
import { FIRM_PARTS } from '#contract/words/firm.ts';
import { differingWords } from '#contract/words/stored-words.ts';
import { builtInFirmWords } from '#site/content/built-in-words.ts';
import { firmForm as words } from '#site/content/firm-form.ts';
import { readWordsOf, type WordsRow } from '#site/gateway/site-words.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { useUnsavedGuard } from '../form-session/unsaved-guard.tsx';
import { ListSection } from '../list-section.tsx';
import { useAdminQuery } from '../queries.ts';
import { QueryList } from '../query-list.tsx';
import { type FirmPart, factsIn, summaryOf } from './facts.ts';
import { FirmForm } from './firm-form.tsx';

/** The facts of the firm, in parts; each has a form of its own over the same row. */
export function FirmTab() {
  const query = useAdminQuery(QUERY_KEYS.adminFirm, (client) => readWordsOf(client, 'firm'));
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
            <ul className="firm-parts">
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
      {opened && <FirmForm {...opened} onClose={close} />}
    </>
  );
}
