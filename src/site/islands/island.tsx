import type { ComponentProps, FunctionComponent } from 'react';
import { islandsEntry } from 'virtual:public-assets';
import { InlineScript } from '#site/ui/inline-script.tsx';
import type { HydratedWhen, IslandComponent, IslandName } from './registry.ts';

type IslandProps<Name extends IslandName> = {
  name: Name;
  /** The component that `name` has in the registry. The server renders it where the island stands. */
  component: IslandComponent<Name>;
  /** Sent beside the HTML, so they must be JSON. */
  props: ComponentProps<IslandComponent<Name>>;
  when: HydratedWhen;
};

/**
 * A part of a public page that React runs in the browser; the rest of the page is HTML only. React moves the script to
 * the head and writes it once for all islands of a page; with a low priority it does not delay the first paint.
 * Its id puts the element into the accessibility tree of Firefox from the beginning. The listeners of React would do so
 * later, and Orca, which keeps the parents that it has seen, would read the page again from the top, without an end.
 */
export function Island<Name extends IslandName>({ name, component, props, when }: IslandProps<Name>) {
  const Component = component as FunctionComponent<object>;
  return (
    <>
      <div id={`island-${name}`} data-when={when}>
        <Component {...props} />
      </div>
      <InlineScript type="application/json" code={JSON.stringify(props)} />
      <script type="module" async fetchPriority="low" src={islandsEntry} />
    </>
  );
}
