import { type MouseEvent, useEffect, useRef } from 'react';
import { useIsHydrated } from './use-is-hydrated.ts';

type ErrorSummaryProps = { title: string; errors: readonly { fieldId: string; message: string }[] };

/**
 * The errors of a form in one list, each a link to its field. Takes the focus when it appears in the browser,
 * and at each attempt to send the form with errors.
 */
export function ErrorSummary({ title, errors }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const isShown = errors.length > 0;
  const isHydrated = useIsHydrated();
  const isFromServer = useRef(isShown && !isHydrated);
  useEffect(() => {
    if (!isShown) isFromServer.current = false;
    else if (!isFromServer.current) box.current?.focus();
  }, [isShown]);
  useEffect(() => {
    const form = box.current?.closest('form');
    // When the errors of this attempt are shown, or none.
    const focusAgain = () => setTimeout(() => box.current?.focus());
    form?.addEventListener('submit', focusAgain);
    return () => form?.removeEventListener('submit', focusAgain);
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={box}>
      <p>{title}</p>
      <ul>
        {errors.map(({ fieldId, message }) => (
          <li key={fieldId}>
            <a className="tap" href={`#${fieldId}`} onClick={(event) => goToField(event, fieldId)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Moves the focus without changing the hash: a new hash is a navigation, which the unsaved-changes guard would block. */
function goToField(event: MouseEvent, fieldId: string): void {
  const field = document.getElementById(fieldId);
  if (!field) return;
  event.preventDefault();
  field.focus();
}
