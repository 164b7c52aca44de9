import type { ItemKind } from '#contract/items.ts';
import { SLUG_MAX_LENGTH } from '#contract/limits.ts';
import { fallbackSlug, freeSlug, slugFromTitle } from '#contract/slug.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { TextField } from '#site/ui/field.tsx';

type SlugFieldProps = {
  id: string;
  value: string;
  onChange: (slug: string) => void;
  suggestion: SlugSuggestion;
  /** The part of the path before the slug. */
  addressStart: string;
  hint: string;
};

/** The slug as typed, and below it the one that will be used. */
export function SlugField({ id, value, onChange, suggestion, addressStart, hint }: SlugFieldProps) {
  const words = dashboard.slug;
  return (
    <div className="slug-field stack">
      <TextField
        id={id}
        name="slug"
        label={words.label}
        note={dashboard.form.optional}
        hint={hint}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <p className="slug-field__preview" aria-live="polite" data-clash={suggestion.reason === 'taken' || undefined}>
        {suggestion.slug && (
          <>
            {words.preview}{' '}
            <code>
              {addressStart}
              {suggestion.slug}
            </code>{' '}
            {explain(suggestion)}
          </>
        )}
      </p>
    </div>
  );
}

function explain({ reason, wanted }: SlugSuggestion): string {
  if (reason === 'taken') return dashboard.slug.taken(wanted);
  if (reason === 'fallback') return dashboard.slug.fromFallback;
  return reason === 'respelled' ? dashboard.slug.respelled : '';
}

export type SlugSuggestion = {
  /** The slug that a save will use; '' without a title. */
  slug: string;
  /** Why it differs from what the rule alone gives. */
  reason: 'as-is' | 'fallback' | 'taken' | 'respelled';
  /** The slug before a number was added. */
  wanted: string;
};

type SlugParams = {
  kind: ItemKind;
  /** The slug field; empty means that it is made from `title` (specification §5). */
  typed: string;
  title: string;
  /** The slugs of all other items of the kind. */
  taken: ReadonlySet<string>;
  today: Date;
};

/** Characters kept free for the number that a taken slug gets. */
const NUMBER_LENGTH = 10;
const shorten = (slug: string, length: number): string => slug.slice(0, length).replace(/-$/, '');

/** The slug that will be used: typed or made from the title by the rule, valid, and free. */
export function suggestSlug({ kind, typed, title, taken, today }: SlugParams): SlugSuggestion {
  const source = typed.trim() || title.trim();
  if (!source) return { slug: '', reason: 'as-is', wanted: '' };
  // The slug of an imported post may have the full length, and stays.
  const spelled = shorten(slugFromTitle(source), SLUG_MAX_LENGTH - (typed.trim() ? 0 : NUMBER_LENGTH));
  const wanted = spelled || fallbackSlug(kind, today);
  const slug = taken.has(wanted) ? freeSlug(shorten(wanted, SLUG_MAX_LENGTH - NUMBER_LENGTH), taken) : wanted;
  if (slug !== wanted) return { slug, reason: 'taken', wanted };
  if (!spelled) return { slug, reason: 'fallback', wanted };
  return { slug, reason: typed.trim() && spelled !== typed.trim() ? 'respelled' : 'as-is', wanted };
}
