import { type FunctionComponent, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Lets React take over the HTML that the server rendered into `element` with these props. HTML that a translation by the
 * browser or an extension has changed is rendered anew; what was typed there, and the focus, move to the new fields.
 */
export function hydrate(element: Element, Component: FunctionComponent<object>, props: object): void {
  const fields = (): Field[] => [...element.querySelectorAll<Field>('input, textarea')];
  const before = fields();
  const focused = document.activeElement;
  flushSync(() => {
    hydrateRoot(
      element,
      <StrictMode>
        <Component {...props} />
      </StrictMode>,
    );
  });
  for (const old of before.filter(({ isConnected }) => !isConnected)) {
    const field = fields().find(({ name }) => name === old.name);
    if (!field) continue;
    field.value = old.value;
    if (old !== focused) continue;
    field.focus({ preventScroll: true });
    // The type `email` has no selection.
    if (old.selectionStart !== null) field.setSelectionRange(old.selectionStart, old.selectionEnd);
  }
}
