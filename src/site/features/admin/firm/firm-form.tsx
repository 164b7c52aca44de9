import { useState } from 'react';
import { formatLocalTime } from '#contract/date.ts';
import { type FirmWords, firmSchema } from '#contract/words/firm.ts';
import { differingWords } from '#contract/words/stored-words.ts';
import { builtInFirmWords } from '#site/content/built-in-words.ts';
import { setCurrentWords } from '#site/content/current-words.ts';
import { firmForm as words } from '#site/content/firm-form.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { listRevisions, readRevision } from '#site/gateway/post-drafts.ts';
import { saveWords, type WordsRow } from '#site/gateway/site-words.ts';
import { ItemConflict } from '#site/gateway/writes.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { versionOf } from '../form-session/local-copy.ts';
import { type FormSession, useFormSession } from '../form-session/use-form-session.ts';
import { ItemFormFrame } from '../item-form.tsx';
import { nameOrAddress, useNameOf, useNames } from '../names.ts';
import { useAdminMutation, useAdminQuery } from '../queries.ts';
import { Disclosure, QueryList } from '../query-list.tsx';
import { checkValues, type Draft, FIRM_ID, type FirmValues, toValues, toWords } from './drafts.ts';
import { factsIn, type FirmPart } from './facts.ts';
import { WordField } from './word-field.tsx';

const BUILT_IN = toValues(builtInFirmWords);

type FirmFormProps = { part: FirmPart; row: WordsRow; onClose: () => void };

/** Changes the facts of one part; the others stay as they are stored. */
export function FirmForm({ part, row, onClose }: FirmFormProps) {
  const nameOf = useNameOf();
  const form = useFormSession<FirmValues, WordsRow>({
    kind: 'firm',
    item: row,
    version: versionOf(row),
    initial: toValues(factsIn(row)),
    lastSave: { at: row.updated_at, isPending: false },
    restoredSlot: undefined,
    rules: { check: checkValues },
    readConflict: async (_, error, { item, base }) => {
      if (!(error instanceof ItemConflict)) return null;
      const theirs = error.theirs as ItemConflict['theirs'] & WordsRow;
      return {
        with: 'item',
        item: theirs,
        theirs: toValues(factsIn(theirs)),
        ancestor: item?.updated_at === base ? toValues(factsIn(item)) : null,
        who: nameOf(error.by),
        userId: error.by.userId,
      };
    },
    write: async (client, { sent, item, base }) => {
      const facts = toWords(sent);
      const saved = await saveWords(client, {
        id: item?.id ?? row.id,
        words: differingWords(builtInFirmWords, facts),
        seen: base ?? row.updated_at,
      });
      // The dashboard names people and the firm too.
      setCurrentWords('firm', facts);
      return { item: saved, savedAt: saved.updated_at, version: versionOf(saved), assigned: {} };
    },
    messages: DASHBOARD_MESSAGES.firm,
    onClose,
    onCreated: () => {},
  });
  return (
    <ItemFormFrame heading={part.heading} idPrefix={FIRM_ID} form={form}>
      <div className="short-form stack">
        {part.fields.map((name) => (
          <Fact key={name} name={name} form={form} />
        ))}
        <Disclosure summary={words.versions.heading}>{() => <Versions form={form} />}</Disclosure>
      </div>
    </ItemFormFrame>
  );
}

type FactProps = { name: keyof FirmWords; form: FormSession<FirmValues, WordsRow> };

/** A fact, and the way back to the built-in one. */
function Fact({ name, form }: FactProps) {
  const text = form.values[name];
  return (
    <div className="firm-fact">
      <WordField
        path={name}
        schema={firmSchema.shape[name]}
        draft={JSON.parse(text) as Draft}
        errors={form.errors}
        onChange={(draft) => form.change({ [name]: JSON.stringify(draft) })}
      />
      {text !== BUILT_IN[name] && (
        <Button size="small" variant="quiet" onClick={() => form.change({ [name]: BUILT_IN[name] })}>
          {words.builtIn}
        </Button>
      )}
    </div>
  );
}

/** The versions that were saved, newest first. One that is chosen comes into the form, and is public when it is saved. */
function Versions({ form }: { form: FormSession<FirmValues, WordsRow> }) {
  const { item, change } = form;
  const [isUsed, setUsed] = useState(false);
  const names = useNames();
  const id = item?.id ?? '';
  const query = useAdminQuery([...QUERY_KEYS.adminRevisions, id, item?.updated_at], (client) =>
    listRevisions(client, id),
  );
  const use = useAdminMutation({
    write: (client, revision: number) => readRevision(client, revision),
    stale: [],
    failed: DASHBOARD_MESSAGES.restoreVersionFailed,
    onDone: (stored) => {
      change(toValues(factsIn({ words: stored })));
      setUsed(true);
    },
  });
  const { versions } = words;
  return (
    <QueryList query={query} words={versions} errorRole="alert" empty={<p className="soft">{versions.none}</p>}>
      {(revisions) => (
        <>
          <p role="status">{isUsed && versions.used}</p>
          <ol className="firm-versions">
            {revisions.map(({ id: revision, saved_at, saved_by, saved_by_email }, index) => {
              const who = nameOrAddress(names, { email: saved_by_email, userId: saved_by }) ?? versions.operator;
              const entry = versions.entry(formatLocalTime(saved_at), who);
              return (
                <li key={revision} className="row">
                  <span>
                    {entry}
                    {index === 0 && ` · ${versions.current}`}
                  </span>
                  <Button
                    size="small"
                    variant="line"
                    aria-label={words.ofItem(versions.use, entry)}
                    disabled={use.isPending}
                    onClick={() => use.mutate(revision)}
                  >
                    {versions.use}
                  </Button>
                </li>
              );
            })}
          </ol>
        </>
      )}
    </QueryList>
  );
}
