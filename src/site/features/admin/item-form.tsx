import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { dashboard } from '#site/content/dashboard.ts';
import { BusyLabel } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { ErrorSummary } from '#site/ui/error-summary.tsx';
import { CopyOffer } from './copy-offer.tsx';
import { SaveState } from './save-state.tsx';
import type { ItemForm } from './use-item-form.ts';
import type { SaveOptions } from './use-save.ts';
import type { SaveStatus } from './use-save-status.ts';
import { useSaveShortcut } from './use-save-shortcut.ts';

/** Validates, keeps the local copy, then runs what saves. */
export type Attempt = (run: () => void) => void;

type ItemFormProps<Values extends object> = {
  heading: string;
  /** Beside the heading: a bar that stays at the top. */
  tools?: ReactNode;
  /** Buttons beside Save, where the form has other ways of saving. */
  renderActions?: (attempt: Attempt) => ReactNode;
  /** The ids of the fields are this and the name of the value: `post-title`. */
  idPrefix: string;
  form: ItemForm<Values>;
  isSaving: boolean;
  status: SaveStatus;
  /** An autosave created the item: Cancel asks, and deletes it. */
  isCreatedByItself?: boolean;
  onDiscard?: () => void;
  onSave: (options: SaveOptions) => void;
  onClose: () => void;
  /** Handlers for the whole form. */
  formProps?: Pick<ComponentProps<'form'>, 'onClickCapture' | 'onKeyDown'>;
  /** A sheet covers the form. */
  isCovered?: boolean;
  children: ReactNode;
};

/** The frame of a form: offers the local copy, lists errors, explains a failed save, and has a sticky bar of buttons. */
export function ItemFormFrame<Values extends object>(props: ItemFormProps<Values>) {
  const {
    heading,
    tools,
    renderActions,
    idPrefix,
    form,
    isSaving,
    status,
    onSave,
    onClose,
    formProps,
    isCovered,
    children,
  } = props;
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('.item-form__fields :is(input, textarea, select)')?.focus();
    element.current?.scrollIntoView({ block: 'start' });
  }, []);

  const attempt: Attempt = (run) => {
    if (isSaving || form.validate()) return;
    // The copy is written before the save starts, because the save may fail.
    form.keepNow();
    run();
  };
  const save = (options: SaveOptions): void => attempt(() => onSave(options));
  useSaveShortcut(() => save({ closes: false }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save({ closes: true });
  };
  const cancel = (): void => {
    if (!form.mayCancel(props.isCreatedByItself)) return;
    form.forget();
    props.onDiscard?.();
    onClose();
  };
  const errors = Object.entries<string | undefined>(form.errors).flatMap(([name, message]) =>
    message ? [{ fieldId: `${idPrefix}-${name}`, message }] : [],
  );
  const words = dashboard.form;
  return (
    <form
      className="item-form"
      noValidate
      ref={element}
      onSubmit={submit}
      aria-labelledby={`${idPrefix}-heading`}
      {...formProps}
    >
      <div className="item-form__head" inert={isCovered}>
        <h2 id={`${idPrefix}-heading`}>{heading}</h2>
        {tools}
      </div>
      {form.offer && <CopyOffer {...form.offer} />}
      <ErrorSummary title={words.errorSummary} errors={errors} />
      <div className="item-form__fields">{children}</div>
      <div className="item-form__bar" inert={isCovered}>
        <Button type="submit" size="small" variant={renderActions ? 'line' : 'primary'} aria-disabled={isSaving}>
          <BusyLabel isBusy={isSaving} idle={words.save} busy={words.saving} />
        </Button>
        <Button size="small" variant="line" onClick={cancel} disabled={isSaving}>
          {words.cancel}
        </Button>
        <SaveState status={status} isDirty={form.isDirty} hasLaterWords={form.hasLaterWords} />
        {renderActions?.(attempt)}
      </div>
    </form>
  );
}
