import { use } from 'react';
import { z } from 'zod';
import { dashboard } from '#site/content/dashboard.ts';
import { firmForm } from '#site/content/words-form.ts';
import { titleWithFirm } from '#site/head/page-meta.ts';
import { Checkbox } from '#site/ui/checkbox.tsx';
import { type ControlWiring, Field } from '#site/ui/field.tsx';
import { Input, Options, Select } from '#site/ui/input.tsx';
import { Textarea } from '#site/ui/textarea.tsx';
import type { FieldWords } from '#contract/words/fields.ts';
import { itemSchema } from '#contract/words/stored-words.ts';
import { lazyPart } from '../lazy-part.tsx';
import { type Drafts, idOf, lengthOf, present, type Schema, textOf, type WordFieldProps, wordsOf } from './drafts.ts';
import { FieldNotesContext } from './page-view-context.ts';
import { PlaceField } from './place-field.tsx';
import { WordList } from './word-list.tsx';

const ImageField = lazyPart(async () => (await import('../media/image-field.tsx')).ImageField);

/** The input of any field that a schema describes. */
export function WordField(props: WordFieldProps) {
  const { path, draft, errors, onChange } = props;
  const notes = use(FieldNotesContext);
  const schema = present(props.schema);
  const { label, hint, input, choices } = wordsOf(props.schema);
  if (input === 'hidden') return null;
  if (itemSchema(schema)) {
    return (
      <WordList
        {...props}
        renderItem={(item) =>
          item.schema instanceof z.ZodObject ? (
            <WordFields {...item} schema={item.schema} draft={item.draft as Drafts} />
          ) : (
            <WordField {...item} />
          )
        }
      />
    );
  }
  if (schema instanceof z.ZodObject && input !== 'phone') {
    const fields = (
      <WordFields path={path} schema={schema} draft={draft as Drafts} errors={errors} onChange={onChange} />
    );
    return (
      <fieldset className="word-group stack">
        <legend>{label}</legend>
        {hint && <p className="small soft">{hint}</p>}
        {input === 'place' ? (
          <PlaceField draft={draft as Drafts} onChange={onChange}>
            {fields}
          </PlaceField>
        ) : (
          fields
        )}
      </fieldset>
    );
  }
  const id = idOf(path);
  const field = { id, name: path, label, hint, error: errors[path] };
  if (typeof draft === 'boolean') {
    return (
      <div className="field">
        <Checkbox
          id={id}
          label={label}
          checked={draft}
          aria-describedby={hint && `${id}-hint`}
          onChange={(event) => onChange(event.target.checked)}
        />
        {hint && (
          <p className="field__hint label soft" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
    );
  }
  const value = textOf(draft);
  if (input === 'picture') {
    return (
      <ImageField {...field} dialogTitle={label} note={dashboard.form.optional} value={value} onChange={onChange} />
    );
  }
  const isOptional = props.schema instanceof z.ZodNullable;
  const note = notes[path] ?? searchNote(path, value);
  return (
    <Field {...field} {...(isOptional ? { note: dashboard.form.optional } : { required: true })}>
      {(control) => {
        const noteId = note && `${id}-note`;
        const describedBy = [control['aria-describedby'], noteId].filter(Boolean).join(' ') || undefined;
        return (
          <>
            <Control
              schema={schema}
              input={input}
              choices={choices}
              value={value}
              onChange={onChange}
              wiring={{ ...control, 'aria-describedby': describedBy }}
            />
            {note && (
              <p className="character-count label" data-over id={noteId}>
                {note}
              </p>
            )}
          </>
        );
      }}
    </Field>
  );
}

type ControlProps = {
  input: FieldWords['input'] | undefined;
  choices: FieldWords['choices'] | undefined;
  schema: Schema;
  wiring: Omit<ControlWiring, 'aria-describedby'> & { 'aria-describedby': string | undefined };
  value: string;
  onChange: (value: string) => void;
};

function Control({ schema, input, choices, wiring, value, onChange }: ControlProps) {
  const shared = { ...wiring, value, autoComplete: 'off', maxLength: lengthOf(schema) };
  const change = ({ target }: { target: { value: string } }): void => onChange(target.value);
  if (choices) {
    return (
      <Select {...wiring} value={value} autoComplete="off" onChange={change}>
        <Options of={Object.entries(choices)} />
      </Select>
    );
  }
  if (input === 'paragraph') return <Textarea {...shared} rows={3} onChange={change} />;
  return (
    <Input
      {...shared}
      {...(input === 'phone' && { type: 'tel' })}
      {...(input === 'date' && { type: 'date' })}
      {...(schema instanceof z.ZodNumber && { inputMode: 'decimal' })}
      onChange={change}
    />
  );
}

/** How many characters search engines show of what they alone read, by the path of the field. */
const SEARCH_SHOWS: Readonly<Partial<Record<string, number>>> = { metaTitle: 60, metaDescription: 160 };

/** Says that search engines cut a text. */
function searchNote(path: string, text: string): string | undefined {
  const shown = SEARCH_SHOWS[path];
  const { length } = Array.from(path === 'metaTitle' ? titleWithFirm(text) : text);
  return shown !== undefined && length > shown ? firmForm.view.cut(length, shown) : undefined;
}

type WordFieldsProps = Omit<WordFieldProps, 'draft' | 'schema'> & { schema: z.ZodObject; draft: Drafts };

function WordFields({ path, schema, draft, errors, onChange }: WordFieldsProps) {
  return Object.entries(schema.shape).map(([name, field]) => (
    <WordField
      key={name}
      path={`${path}.${name}`}
      schema={field}
      draft={draft[name] ?? ''}
      errors={errors}
      onChange={(next) => onChange({ ...draft, [name]: next })}
    />
  ));
}
