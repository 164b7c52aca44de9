import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { useRef, useState } from 'react';
import { postLinks } from '#site/content/post-links.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { Button } from '#site/ui/button.tsx';
import { Checkbox } from '#site/ui/checkbox.tsx';
import { Dialog, DialogForm } from '#site/ui/dialog.tsx';
import { TextField } from '#site/ui/field.tsx';
import { toast } from '#site/ui/toast.ts';
import { applyLink, type LinkRange, type LinkValues, readLinkRange, removeLink } from './link-range.ts';
import { AddressField } from './address-field.tsx';
import { type LinkedHeading, listHeadings, nameHeading } from './heading-links.ts';
import { readAddress } from './read-address.ts';
import { focusEditor, useDialogRange } from '../use-editor-state.ts';

const readRange = ({ state }: Editor): LinkRange => readLinkRange(state);

/** The dialog of links; opened by the event `openLink`. */
export function LinkPanel({ editor }: { editor: Editor }) {
  const [range, close] = useDialogRange(editor, 'openLink', readRange);
  const finish = (change: (tr: Transaction, edited: LinkRange) => Transaction): void => {
    if (range?.isGone) toast(DASHBOARD_MESSAGES.savedMeanwhile);
    else if (range) editor.view.dispatch(change(editor.state.tr, range).scrollIntoView());
    close();
  };
  const words = postLinks.dialog;
  return (
    <Dialog
      isOpen={range !== null}
      onClose={close}
      title={range?.isLink ? words.change : words.add}
      closeLabel={words.close}
      focusAfter={() => focusEditor(editor)}
    >
      {range && (
        <LinkForm
          range={range}
          headings={listHeadings(editor.state.doc)}
          onApply={(values) => finish((tr, edited) => applyLink(nameHeading(tr, values.href), edited, values))}
          onRemove={() => finish(removeLink)}
        />
      )}
    </Dialog>
  );
}

type LinkFormProps = {
  range: LinkRange;
  headings: readonly LinkedHeading[];
  onApply: (values: LinkValues) => void;
  onRemove: () => void;
};

function LinkForm({ range, headings, onApply, onRemove }: LinkFormProps) {
  const words = postLinks.dialog;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<LinkValues>(range);
  const [wasSent, setSent] = useState(false);
  const change = (part: Partial<LinkValues>): void => setValues((now) => ({ ...now, ...part }));
  const read = readAddress(values.href, location.origin);
  const textError = range.isPlainText && !values.text.trim() ? postLinks.errors.text : undefined;
  const addressError = read.error && postLinks.errors[read.error];
  const submit = (): void => {
    setSent(true);
    if (!textError && read.address) onApply({ ...values, href: read.address });
    else form.current?.querySelector<HTMLElement>(`[name=${read.address ? 'link-text' : 'link-address'}]`)?.focus();
  };
  return (
    <DialogForm ref={form} className="stack" onSubmit={submit}>
      {/* First, so that it has the focus: words are selected before they are linked. */}
      <AddressField
        value={values.href}
        headings={headings}
        error={wasSent ? addressError : undefined}
        onChange={(href) => change({ href })}
        onChoose={({ href, label }) => onApply({ ...values, href, text: values.text.trim() ? values.text : label })}
        onSubmit={submit}
      />
      {range.isPlainText && (
        <TextField
          id="link-text"
          name="link-text"
          label={words.text}
          error={wasSent ? textError : undefined}
          required
          autoComplete="off"
          value={values.text}
          onChange={(event) => change({ text: event.target.value })}
        />
      )}
      <Checkbox
        name="link-tab"
        label={words.newTab}
        checked={values.opensNewTab}
        onChange={(event) => change({ opensNewTab: event.target.checked })}
      />
      <div className="wraps">
        <Button type="submit" size="small">
          {words.apply}
        </Button>
        {range.isLink && (
          <Button size="small" variant="line" onClick={onRemove}>
            {words.remove}
          </Button>
        )}
      </div>
    </DialogForm>
  );
}
