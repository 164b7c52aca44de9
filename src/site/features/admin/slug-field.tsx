import { dashboard } from '#site/content/dashboard.ts';
import { Field } from '#site/ui/field.tsx';
import { Input } from '#site/ui/input.tsx';
import type { SlugSuggestion } from './suggest-slug.ts';

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
    <div className="slug-field">
      <Field id={id} name="slug" label={words.label} note={dashboard.form.optional} hint={hint}>
        {(control) => (
          <Input
            {...control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
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
