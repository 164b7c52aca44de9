import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatLocalTime } from '#contract/date.ts';
import { isSame } from '#contract/words/stored-words.ts';
import { publishing } from '#site/content/publishing.ts';
import { firmForm as words } from '#site/content/words-form.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import type { WordsRow } from '#site/gateway/site-words.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import type { PublicPath } from '#site/route-table.ts';
import { Button } from '#site/ui/button.tsx';
import { versionOf } from '../form-session/local-copy.ts';
import { type FormSession, useFormSession } from '../form-session/use-form-session.ts';
import { ItemFormFrame } from '../item-form.tsx';
import { PendingNotice } from '../posts/pending-notice.tsx';
import { Disclosure } from '../query-list.tsx';
import { BesidePage } from './beside-page.tsx';
import { DraftPanel } from './draft-panel.tsx';
import { checkValues, type Draft, type Schema, toValues, WORDS_ID, type WordValues } from './drafts.ts';
import { readWordsConflict, valuesIn, writeWords } from './save-words.ts';
import { Versions } from './versions.tsx';
import { WordField } from './word-field.tsx';
import type { StoredPages, WordsPart } from './words-tab.tsx';

type WordsFormProps = Omit<WordsPart, 'says'> & { onClose: () => void };

/** Changes the words of a page, or of a part of it. */
export function WordsForm({ page, heading, fields, row, draft, path, messages, onClose }: WordsFormProps) {
  const queryClient = useQueryClient();
  const hasDrafts = draft !== undefined;
  const builtIn = useMemo(() => toValues(page.schema, page.builtIn), [page]);
  // The migration that made the row saved nothing.
  const savedAt = draft?.saved_at ?? (isSame(row.words, {}) ? null : row.updated_at);
  const form = useFormSession<WordValues, WordsRow>({
    kind: 'words',
    item: row,
    version: { ...versionOf(row), draft: draft?.version ?? null },
    initial: valuesIn(page, draft ? { words: draft.fields } : row),
    lastSave: { at: savedAt, isPending: Boolean(draft) },
    restoredSlot: undefined,
    rules: { check: (values) => checkValues(page.schema, values) },
    readConflict: async (_, error, request) => readWordsConflict(page, error, request),
    write: async (client, request) => {
      const written = await writeWords(client, page, row, { ...request, keeps: request.keeps && hasDrafts });
      // Until the words are read again: a form that is opened before that must not show the old ones.
      const saved = written.item && { ...written.item, draft: null };
      if (saved)
        queryClient.setQueryData<StoredPages>(
          QUERY_KEYS.adminWordPages,
          (pages) => pages && new Map(pages).set(page.name, saved),
        );
      return written;
    },
    messages: messages ?? messagesOf(heading, path),
    onClose,
    onCreated: () => {},
  });
  const parts = (
    <div className="short-form stack">
      {draft && <PendingNotice pending={draft} text={publicationOf(draft.publish_at)} />}
      <div className="word-panels">
        {hasDrafts && (
          <Disclosure summary={words.draft.heading}>
            {() => (
              <DraftPanel
                form={form}
                onDiscarded={() => {
                  if (form.makeWay(row.id, false)) onClose();
                }}
              />
            )}
          </Disclosure>
        )}
        <Disclosure summary={words.versions.heading}>{() => <Versions form={form} page={page} />}</Disclosure>
      </div>
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
    </div>
  );
  return (
    <ItemFormFrame
      heading={heading}
      idPrefix={WORDS_ID}
      form={form}
      {...(hasDrafts && { actions: { buttons: <DraftActions form={form} />, onSubmit: () => void form.save() } })}
    >
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

const publicationOf = (at: string | null): string =>
  at ? words.draft.publishedAt(formatLocalTime(at)) : words.draft.untilPublished;

function DraftActions({ form }: { form: Form }) {
  return (
    <div className="publish-actions">
      <Button
        size="small"
        variant="line"
        aria-disabled={form.isSaving}
        onClick={() => void form.save({ closes: false, keeps: true })}
      >
        {words.draft.save}
      </Button>
      <Button type="submit" size="small" aria-disabled={form.isSaving}>
        {publishing.actions.publish}
      </Button>
    </div>
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
