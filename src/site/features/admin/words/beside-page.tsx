import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isSame } from '#contract/words/stored-words.ts';
import { firmForm } from '#site/content/words-form.ts';
import { idOf } from './drafts.ts';
import { type FieldNotes, FieldNotesContext, PageViewContext, type PageViewProps } from './page-view-context.ts';

type BesidePageProps = Omit<PageViewProps, 'onChoose' | 'onNotes'> & { errors: object; children: ReactNode };

/** The fields of a form, and the page that shows their words. Where both do not fit beside each other, one of them. */
export function BesidePage({ errors, children, ...shownPage }: BesidePageProps) {
  const showPage = use(PageViewContext);
  const [shown, setShown] = useState<'form' | 'page'>('form');
  const [notes, setNotes] = useState<FieldNotes>({});
  const editor = useRef<HTMLDivElement>(null);
  const scrolled = useRef(0);
  useEffect(() => {
    if (Object.keys(errors).length > 0) setShown('form');
  }, [errors]);
  const choose = (next: 'form' | 'page'): void => {
    if (next === 'page') scrolled.current = window.scrollY;
    flushSync(() => setShown(next));
    if (next === 'form') window.scrollTo(0, scrolled.current);
    else editor.current?.scrollIntoView({ block: 'start' });
  };
  const { view } = firmForm;
  return (
    <FieldNotesContext value={notes}>
      <div ref={editor} className="words-editor" data-shown={shown}>
        <div className="words-switch">
          <div className="mode-switch framed" role="group" aria-label={view.switch}>
            {(['form', 'page'] as const).map((name) => (
              <button key={name} type="button" aria-pressed={shown === name} onClick={() => choose(name)}>
                {view[name]}
              </button>
            ))}
          </div>
        </div>
        {children}
        {showPage({
          ...shownPage,
          onNotes: (next) => setNotes((last) => (isSame(last, next) ? last : next)),
          onChoose: (field) => {
            flushSync(() => setShown('form'));
            focusField(field);
          },
        })}
      </div>
    </FieldNotesContext>
  );
}

/** Puts the caret into a field, and opens the item of the list that it is in. */
function focusField(path: string): void {
  const field = document.getElementById(idOf(path));
  const item = field?.closest('details');
  if (item && !item.open) {
    for (const other of item.closest('ol')?.querySelectorAll('details') ?? []) other.open = other === item;
  }
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
