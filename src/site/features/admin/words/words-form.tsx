import { useMemo, useState } from 'react';
import { formatLocalTime } from '#contract/date.ts';
import { differingWords, isSame } from '#contract/words/stored-words.ts';
import { setCurrentWords } from '#site/content/current-words.ts';
import { firmForm as words } from '#site/content/words-form.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { listRevisions, readRevision } from '#site/gateway/post-drafts.ts';
import { saveWords, type WordsRow } from '#site/gateway/site-words.ts';
import { ItemConflict } from '#site/gateway/writes.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import type { PublicPath } from '#site/route-table.ts';
import { Button } from '#site/ui/button.tsx';
import { versionOf } from '../form-session/local-copy.ts';
import { type FormSession, useFormSession } from '../form-session/use-form-session.ts';
import { ItemFormFrame } from '../item-form.tsx';
import { nameOrAddress, useNameOf, useNames } from '../names.ts';
import { useAdminMutation, useAdminQuery } from '../queries.ts';
import { Disclosure, QueryList } from '../query-list.tsx';
import { BesidePage } from './beside-page.tsx';
import {
  checkValues,
  type Draft,
  type NamedPage,
  type Schema,
  toValues,
  toWords,
  WORDS_ID,
  wordsIn,
  type WordValues,
} from './drafts.ts';
import { WordField } from './word-field.tsx';
import type { WordsPart } from './words-tab.tsx';

type WordsFormProps = {
  page: NamedPage;
  heading: string;
  /** The fields that are shown; the others stay as they are stored. */
  fields: readonly string[];
  row: WordsRow;
  /** The page that shows the words. */
  path?: PublicPath;
  messages?: WordsPart['messages'];
  onClose: () => void;
};

/** Changes the words of a page, or of a part of it. */
export function WordsForm({ page, heading, fields, row, path, messages, onClose }: WordsFormProps) {
  const nameOf = useNameOf();
  const valuesIn = (stored: Pick<WordsRow, 'words'>) => toValues(page.schema, wordsIn(page, stored));
  const builtIn = useMemo(() => toValues(page.schema, page.builtIn), [page]);
  const form = useFormSession<WordValues, WordsRow>({
    kind: 'words',
    item: row,
    version: versionOf(row),
    initial: valuesIn(row),
    // The migration that made the row saved nothing.
    lastSave: { at: isSame(row.words, {}) ? null : row.updated_at, isPending: false },
    restoredSlot: undefined,
    rules: { check: (values) => checkValues(page.schema, values) },
    readConflict: async (_, error, { item, base }) => {
      if (!(error instanceof ItemConflict)) return null;
      const theirs = error.theirs as ItemConflict['theirs'] & WordsRow;
      return {
        with: 'item',
        item: theirs,
        theirs: valuesIn(theirs),
        ancestor: item?.updated_at === base ? valuesIn(item) : null,
        who: nameOf(error.by),
        userId: error.by.userId,
      };
    },
    write: async (client, { sent, item, base }) => {
      const typed = toWords(page.schema, sent);
      const saved = await saveWords(client, {
        id: item?.id ?? row.id,
        words: differingWords(page.builtIn, typed),
        seen: base ?? row.updated_at,
      });
      // The dashboard names people and the firm too.
      setCurrentWords(page.name, typed);
      return { item: saved, savedAt: saved.updated_at, version: versionOf(saved), assigned: {} };
    },
    messages: messages ?? messagesOf(heading, path),
    onClose,
    onCreated: () => {},
  });
  const parts = (
    <div className="short-form stack">
      {fields.map((name) => (
        <Word
          key={name}
          name={name}
          schema={page.schema.shape[name]}
          text={form.values[name] ?? ''}
          builtIn={builtIn[name] ?? ''}
          form={form}
        />
      ))}
      <Disclosure summary={words.versions.heading}>{() => <Versions form={form} valuesIn={valuesIn} />}</Disclosure>
    </div>
  );
  return (
    <ItemFormFrame heading={heading} idPrefix={WORDS_ID} form={form}>
      {path ? (
        <BesidePage page={page} path={path} title={heading} values={form.values} errors={form.errors}>
          {parts}
        </BesidePage>
      ) : (
        parts
      )}
    </ItemFormFrame>
  );
}

/** What is said of a save; the message of a page opens it. */
function messagesOf(heading: string, path?: PublicPath) {
  if (!path) return DASHBOARD_MESSAGES.words;
  const hint = words.openPage(heading);
  const action = { label: words.seeOnSite, hint, run: () => void window.open(path, '_blank', 'noopener') };
  return { ...DASHBOARD_MESSAGES.words, updated: { ...DASHBOARD_MESSAGES.words.updated, action } };
}

type Form = FormSession<WordValues, WordsRow>;
type WordProps = { name: string; schema: Schema; text: string; builtIn: string; form: Form };

/** A field, and the way back to the built-in words. */
function Word({ name, schema, text, builtIn, form }: WordProps) {
  return (
    <div className="word">
      <WordField
        path={name}
        schema={schema}
        draft={JSON.parse(text) as Draft}
        errors={form.errors}
        onChange={(draft) => form.change({ [name]: JSON.stringify(draft) })}
      />
      {text !== builtIn && (
        <Button size="small" variant="quiet" onClick={() => form.change({ [name]: builtIn })}>
          {words.builtIn}
        </Button>
      )}
    </div>
  );
}

type VersionsProps = { form: Form; valuesIn: (stored: Pick<WordsRow, 'words'>) => WordValues };

/** The versions that were saved, newest first. One that is chosen comes into the form, and is public when it is saved. */
function Versions({ form, valuesIn }: VersionsProps) {
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
      change(valuesIn({ words: stored }));
      setUsed(true);
    },
  });
  const { versions } = words;
  return (
    <QueryList query={query} words={versions} errorRole="alert" empty={<p className="soft">{versions.none}</p>}>
      {(revisions) => (
        <>
          <p role="status">{isUsed && versions.used}</p>
          <ol className="word-versions">
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
