import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from 'react';
import { formatLocalTime } from '#contract/date.ts';
import { formatSavedTime } from '#contract/saved-time.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { saving } from '#site/content/saving.ts';
import { BusyButton } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { ErrorSummary } from '#site/ui/error-summary.tsx';
import { Notice } from '#site/ui/notice.tsx';
import type { SavedItem } from './form-session/form-state.ts';
import type { FormSession } from './form-session/use-form-session.ts';
import { useNow } from './posts/local-time.ts';
import { letterOf } from './posts/mark-keys.ts';

type ItemFormFrameProps<Values extends object, Item extends SavedItem> = {
  heading: string;
  /** Beside the heading: a bar that stays at the top. */
  tools?: ReactNode;
  /** The buttons that save, instead of Save, and what the one of them does that submits the form. */
  actions?: { buttons: ReactNode; onSubmit: () => void };
  /** The ids of the fields are this and the name of the value: `post-title`. */
  idPrefix: string;
  form: FormSession<Values, Item>;
  /** A panel of the form says why the last save failed. */
  hidesFailure?: boolean;
  formProps?: Pick<ComponentProps<'form'>, 'onClickCapture' | 'onKeyDown'>;
  isCovered?: boolean;
  children: ReactNode;
};

/** The frame of a form: offers the local copy, lists errors, explains a failed save, and has a sticky bar of buttons. */
export function ItemFormFrame<Values extends object, Item extends SavedItem>(props: ItemFormFrameProps<Values, Item>) {
  const { heading, tools, actions, idPrefix, form, hidesFailure = false, formProps, isCovered, children } = props;
  const { isSaving } = form;
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('.item-form__fields :is(input, textarea, select)')?.focus();
    element.current?.scrollIntoView({ block: 'start' });
  }, []);
  const [savesByKey, countSave] = useReducer((count: number) => count + 1, 0);
  useSaveShortcut(() => void form.save({ closes: false, keeps: true }).then((isSaved) => isSaved && countSave()));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (actions) actions.onSubmit();
    else void form.save();
  };
  const errors = Object.entries<string | undefined>(form.errors).flatMap(([name, message]) =>
    message ? [{ fieldId: `${idPrefix}-${name}`, message }] : [],
  );
  const words = dashboard.form;
  return (
    <form
      className="item-form stack"
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
      <CopyOffer form={form} />
      <ErrorSummary title={words.errorSummary} errors={errors} />
      <div className="item-form__fields">{children}</div>
      <div className="item-form__bar row" inert={isCovered}>
        {!actions && <BusyButton type="submit" size="small" isBusy={isSaving} idle={words.save} busy={words.saving} />}
        <Button size="small" variant="line" onClick={form.cancel} disabled={isSaving}>
          {words.cancel}
        </Button>
        <StateLine form={form} hidesFailure={hidesFailure} savesByKey={savesByKey} />
        {actions?.buttons}
      </div>
    </form>
  );
}

function CopyOffer<Values extends object, Item extends SavedItem>({ form }: { form: FormSession<Values, Item> }) {
  if (!form.offered) return null;
  const { copy } = dashboard;
  return (
    <Notice role="status" title={copy.title(formatLocalTime(form.offered.savedAt))}>
      <p>{copy.text}</p>
      <div className="notice-actions wraps">
        <Button size="small" variant="line" onClick={form.restore}>
          {copy.restore}
        </Button>
        <Button size="small" variant="quiet" onClick={form.dismiss}>
          {copy.discard}
        </Button>
      </div>
    </Notice>
  );
}

/** What the line says about the saves of a form. */
type ShownSaves = Pick<
  FormSession<object, SavedItem>,
  'saveState' | 'failure' | 'lastSave' | 'isDirty' | 'isOnlyManual' | 'hasLaterChanges' | 'mergedWith' | 'overwrite'
>;

type StateLineProps = { form: ShownSaves; hidesFailure: boolean; savesByKey: number };

/**
 * The one line that says whether the form is saved. Only errors, a lost connection and the result of Ctrl-S are
 * announced: the other states change every few seconds while somebody types.
 */
function StateLine({ form, hidesFailure, savesByKey }: StateLineProps) {
  const quiet = quietStateOf(form, useNow());
  const isOffline = form.saveState === 'offline';
  const hasFailed = form.saveState === 'failed' || form.saveState === 'conflicting';
  const failure = hasFailed && !hidesFailure ? form.failure : null;
  return (
    <>
      <p role="status" className="sr-only">
        {savesByKey > 0 && <FirstText key={savesByKey} text={quiet} />}
      </p>
      <div className="item-form__state soft">
        {failure && (
          <p role="alert" className="item-form__error">
            {failure.text}
          </p>
        )}
        {failure?.conflict && failure.request.asked !== null && (
          <Button size="small" variant="line" onClick={() => void form.overwrite()}>
            {saving.state.overwrite}
          </Button>
        )}
        <p role="status">{announcementOf(form)}</p>
        {!failure && !isOffline && <p>{quiet}</p>}
      </div>
    </>
  );
}

/** The text that it was mounted with: later ones are not announced. */
function FirstText({ text }: { text: string }) {
  const [first] = useState(text);
  return first;
}

function announcementOf({ saveState, mergedWith }: ShownSaves): string {
  if (saveState === 'offline') return saving.state.offline;
  return mergedWith === null ? '' : saving.state.merged(mergedWith);
}

function quietStateOf({ saveState, lastSave, isDirty, isOnlyManual, hasLaterChanges }: ShownSaves, now: Date): string {
  const words = saving.state;
  if (saveState === 'saving') return words.saving;
  const { at, isOwn, isPending } = lastSave;
  const time = at && formatSavedTime(at, now);
  if (isDirty) {
    if (time && isOwn && isOnlyManual) return words.savedDraft(time);
    return hasLaterChanges || isOwn ? dashboard.form.typedSince : words.unsaved;
  }
  if (!time) return hasKeyboard() ? dashboard.form.keys : '';
  return isPending ? words.savedPending(time) : words.saved(time);
}

/** Touch screens have no Ctrl or Alt key. */
export const hasKeyboard = (): boolean => matchMedia('(any-pointer: fine)').matches;

/** Ctrl-S or ⌘-S saves wherever the focus is, instead of saving the page. */
function useSaveShortcut(save: () => void): void {
  const run = useEffectEvent(save);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || letterOf(event) !== 's') return;
      event.preventDefault();
      if (!event.repeat) run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
