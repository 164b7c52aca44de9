import { type FormEvent, useRef, useState } from 'react';
import { postLinks } from '#site/content/post-links.ts';
import { Button } from '#site/ui/button.tsx';
import { Checkbox } from '#site/ui/checkbox.tsx';
import { Field } from '#site/ui/field.tsx';
import { Input } from '#site/ui/input.tsx';
import { AddressField } from './address-field.tsx';
import type { LinkRange, LinkValues } from './link-range.ts';
import { readAddress } from './read-address.ts';

type LinkFormProps = { range: LinkRange; onApply: (values: LinkValues) => void; onRemove: () => void };

export function LinkForm({ range, onApply, onRemove }: LinkFormProps) {
  const words = postLinks.dialog;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<LinkValues>({
    text: range.text,
    href: range.href,
    opensNewTab: range.opensNewTab,
  });
  const [wasSent, setSent] = useState(false);
  const change = (part: Partial<LinkValues>): void => setValues((now) => ({ ...now, ...part }));
  const read = readAddress(values.href, location.origin);
  const textError = range.isPlainText && !values.text.trim() ? postLinks.errors.text : undefined;
  const addressError = read.error && postLinks.errors[read.error];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React events bubble through the dialog's portal to the form of the post.
    event.stopPropagation();
    setSent(true);
    if (!textError && read.address) onApply({ ...values, href: read.address });
    else form.current?.querySelector<HTMLElement>(`[name=${textError ? 'link-text' : 'link-address'}]`)?.focus();
  };
  return (
    <form ref={form} className="link-form" noValidate onSubmit={submit}>
      {range.isPlainText && (
        <Field id="link-text" name="link-text" label={words.text} error={wasSent ? textError : undefined} required>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={values.text}
              onChange={(event) => change({ text: event.target.value })}
            />
          )}
        </Field>
      )}
      <AddressField
        value={values.href}
        error={wasSent ? addressError : undefined}
        onChange={(href) => change({ href })}
        onChoose={({ href, label }) => change({ href, ...(!values.text.trim() && { text: label }) })}
      />
      <Checkbox
        name="link-tab"
        label={words.newTab}
        checked={values.opensNewTab}
        onChange={(event) => change({ opensNewTab: event.target.checked })}
      />
      <div className="link-form__bar">
        <Button type="submit" size="small">
          {words.apply}
        </Button>
        {range.isLink && (
          <Button size="small" variant="line" onClick={onRemove}>
            {words.remove}
          </Button>
        )}
      </div>
    </form>
  );
}
