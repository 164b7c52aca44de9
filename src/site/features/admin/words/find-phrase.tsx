import { type FormEvent, useRef, useState } from 'react';
import { differingWords } from '#contract/words/stored-words.ts';
import { setCurrentWords } from '#site/content/current-words.ts';
import { findPhrase as words } from '#site/content/find-phrase.ts';
import { PUBLIC_WORDS, WORD_PAGES } from '#site/content/word-pages.ts';
import { firmForm } from '#site/content/words-form.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { listPostsWith, updatePost } from '#site/gateway/admin-posts.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { listWords, saveWords } from '#site/gateway/site-words.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { TextField } from '#site/ui/field.tsx';
import { staleAfter, useAdminMutation, useAdminQuery } from '../queries.ts';
import { QueryList } from '../query-list.tsx';
import { findInPage, findInPost, type FoundPlace, PLAIN_FIELDS } from './phrase.ts';

type Sought = { phrase: string; replacement: string };

/** Finds a phrase in all pages and posts, and replaces it at one place after the other. */
export function FindPhrase() {
  const [typed, setTyped] = useState<Sought>({ phrase: '', replacement: '' });
  const [sought, setSought] = useState<Sought | null>(null);
  const find = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.phrase.trim() !== '') setSought(typed);
  };
  const field = (name: keyof Sought, label: string, hint?: string) => (
    <TextField
      id={`find-${name}`}
      name={name}
      label={label}
      hint={hint}
      value={typed[name]}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
    />
  );
  return (
    <div className="find-phrase stack">
      <p className="soft">{words.note}</p>
      <form className="short-form stack" onSubmit={find}>
        {field('phrase', words.find, words.findHint)}
        {field('replacement', words.replace)}
        <div>
          <Button size="small" variant="line" type="submit">
            {words.submit}
          </Button>
        </div>
      </form>
      {sought && <Places key={JSON.stringify(sought)} {...sought} />}
    </div>
  );
}

function Places({ phrase, replacement }: Sought) {
  const [replaced, setReplaced] = useState('');
  const statusRef = useRef<HTMLParagraphElement>(null);
  const query = useAdminQuery([...QUERY_KEYS.adminWords, 'phrase', phrase, replacement], async (client) => {
    const found = listPostsWith(client, phrase, PLAIN_FIELDS);
    const [rows, posts] = await Promise.all([listWords(client), found]);
    const inPages = Object.entries(WORD_PAGES).flatMap(([name, { schema, builtIn }]) => {
      const row = rows.get(name);
      const heading = PUBLIC_WORDS[name]?.title ?? firmForm.heading;
      return row ? findInPage({ name, schema, builtIn, heading }, row, phrase, replacement) : [];
    });
    return [...inPages, ...posts.flatMap((post) => findInPost(post, phrase, replacement))];
  });
  const replacing = useAdminMutation({
    write: replaceAt,
    stale: [QUERY_KEYS.adminWords, ...staleAfter('post')],
    failed: DASHBOARD_MESSAGES.words.failed,
    onDone: (_, place) => {
      setReplaced(words.replaced(place.where));
      // The button that had the focus goes with its place.
      statusRef.current?.focus();
    },
  });
  return (
    <>
      <p role="status" ref={statusRef} tabIndex={-1}>
        {replaced} {query.data && (query.data.length === 0 ? words.none(phrase) : words.count(query.data.length))}
      </p>
      <QueryList query={query} words={words} errorRole="alert">
        {(places) => (
          <ul className="word-parts">
            {places.map((place) => (
              <li key={place.key}>
                <div>
                  <h3 className="label">{place.where}</h3>
                  {place.cuts.map(([before, found, after], at) => (
                    // oxlint-disable-next-line no-array-index-key -- the places of one text keep their order
                    <p key={at}>
                      {before}
                      <del>{found}</del> <ins>{replacement}</ins>
                      {after}
                    </p>
                  ))}
                  {obstacleOf(place) && <p className="soft">{obstacleOf(place)}</p>}
                </div>
                <Button
                  size="small"
                  variant="line"
                  aria-label={words.ofPlace(words.replaceHere, place.where)}
                  disabled={replacing.isPending || obstacleOf(place) !== null}
                  onClick={() => replacing.mutate(place)}
                >
                  <BusyLabel
                    isBusy={replacing.params?.key === place.key}
                    idle={words.replaceHere}
                    busy={words.replacing}
                  />
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryList>
    </>
  );
}

/** Why the phrase cannot be replaced at a place, or null. */
function obstacleOf(place: FoundPlace): string | null {
  if ('post' in place) return null;
  if (place.row.draft) return words.hasDraft;
  return place.words ? null : words.unfit;
}

async function replaceAt(client: DataClient, place: FoundPlace): Promise<void> {
  if ('post' in place) {
    await updatePost(client, place.post.id, place.change, place.post.updated_at);
  } else if (place.words) {
    const { page, row, words: next } = place;
    await saveWords(client, { id: row.id, words: differingWords(page.builtIn, next), seen: row.updated_at });
    setCurrentWords(page.name, next);
  }
}
