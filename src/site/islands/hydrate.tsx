import { type FunctionComponent, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** Lets React take over the HTML that the server rendered into `element` with these props. */
export function hydrate(element: Element, Component: FunctionComponent<object>, props: object): void {
  hydrateRoot(
    element,
    <StrictMode>
      <Component {...props} />
    </StrictMode>,
  );
}
