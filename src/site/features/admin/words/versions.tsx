import { useState } from 'react';
import { formatLocalTime } from '#contract/date.ts';
import { isSame } from '#contract/words/stored-words.ts';
import { editor } from '#site/content/editor.ts';
import { firmForm } from '#site/content/words-form.ts';
import { listRevisions, readRevision } from '#site/gateway/post-drafts.ts';
import type { WordsRow } from '#site/gateway/site-words.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { Dialog } from '#site/ui/dialog.tsx';
import type { FormSession } from '../form-session/use-form-session.ts';
import { nameOrAddress, useNames } from '../names.ts';
import { Difference } from '../posts/versions/difference.tsx';
import { useAdminQuery } from '../queries.ts';
import { QueryList } from '../query-list.tsx';
import { type Draft, mapShape, type NamedPage, wordsOf, type WordValues } from './drafts.ts';
import { valuesIn } from './save-words.ts';

type VersionsProps = { form: FormSession<WordValues, WordsRow>; page: NamedPage };
/** A version to compare the form with: `revision` is null for the built-in words. */
type Version = { revision: number | null; entry: string };

const { versions: words, ofItem } = firmForm;

/** The versions that were saved, newest first, and the built-in words: each can be compared with the form, or brought into it. */
export function Versions({ form, page }: VersionsProps) {
  const { item } = form;
  const [chosen, choose] = useState<Version | null>(null);
  const [isUsed, setUsed] = useState(false);
  const names = useNames();
  const id = item?.id ?? '';
  const query = useAdminQuery([...QUERY_KEYS.adminRevisions, id, item?.updated_at], async (client) => ({
    revisions: await listRevisions(client, id),
  }));
  return (
    <QueryList query={query} words={words} errorRole="alert">
      {({ revisions }) => {
        const saved = revisions.map(({ id: revision, saved_at, saved_by, saved_by_email }, index): Version => {
          const who = nameOrAddress(names, { email: saved_by_email, userId: saved_by }) ?? words.operator;
          const entry = words.entry(formatLocalTime(saved_at), who);
          return { revision, entry: index === 0 ? `${entry} · ${words.current}` : entry };
        });
        return (
          <>
            <p role="status">{isUsed && words.used}</p>
            {saved.length === 0 && <p className="soft">{words.none}</p>}
            <ol className="word-versions">
              {[...saved, { revision: null, entry: words.builtIn }].map((version) => (
                <li key={version.revision} className="row">
                  <span>{version.entry}</span>
                  <Button
                    size="small"
                    variant="line"
                    aria-haspopup="dialog"
                    aria-label={ofItem(words.compare, version.entry)}
                    onClick={() => choose(version)}
                  >
                    {words.compare}
                  </Button>
                </li>
              ))}
            </ol>
            <Dialog
              isWide
              isOpen={chosen !== null}
              onClose={() => choose(null)}
              title={chosen?.entry ?? ''}
              closeLabel={editor.versions.close}
            >
              {chosen && (
                <Comparison
                  {...chosen}
                  page={page}
                  values={form.values}
                  onUse={(values) => {
                    form.change(values);
                    setUsed(true);
                    choose(null);
                  }}
                />
              )}
            </Dialog>
          </>
        );
      }}
    </QueryList>
  );
}

type ComparisonProps = Version & { page: NamedPage; values: WordValues; onUse: (values: WordValues) => void };

/** How a version differs from the form, and if it does the button that brings it there. */
function Comparison({ revision, page, values, onUse }: ComparisonProps) {
  const query = useAdminQuery(
    [...QUERY_KEYS.adminRevision, page.name, revision],
    async (client) => valuesIn(page, { words: revision === null ? {} : await readRevision(client, revision) }),
    // A revision never changes.
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return (
    <QueryList query={query} words={words} errorRole="alert">
      {(version) => (
        <div className="chosen-version stack">
          <Difference
            before={readable(version)}
            after={readable(values)}
            names={mapShape(page.schema, (field) => wordsOf(field).label)}
            legend={words.legend}
            same={words.same}
          />
          {!isSame(version, values) && (
            <div className="chosen-version__bar row">
              <Button size="small" onClick={() => onUse(version)}>
                {words.use}
              </Button>
            </div>
          )}
        </div>
      )}
    </QueryList>
  );
}

/** The texts of each field, a line each. */
function readable(values: WordValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, linesOf(JSON.parse(text) as Draft).join('\n')]),
  );
}

function linesOf(draft: Draft): string[] {
  if (typeof draft === 'string') return draft === '' ? [] : [draft];
  if (typeof draft === 'boolean') return [words.values[draft ? 'yes' : 'no']];
  return Object.values(draft).flatMap((one: Draft) => linesOf(one));
}
