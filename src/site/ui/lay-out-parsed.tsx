import { InlineScript } from './inline-script.tsx';

/**
 * An inline script that lays out what of the page stands before it, while the rest is still parsed. The first frame of a
 * long page would otherwise be one task, in which a slow phone does not answer for long; now it is several.
 */
export function LayOutParsed() {
  return <InlineScript code="document.body.offsetTop" />;
}
