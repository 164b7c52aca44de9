/** The words in force of each page that has other words than the built-in ones. */
type InForce = Record<string, Record<string, unknown> | undefined>;

type Shared = { inForce: InForce; instead: () => InForce | undefined };

const KEY = Symbol.for('india-going-global.words');
const BUILT_IN = Symbol('built in');

/** The server and the bundle of its pages each have a copy of this module; they share the words. */
const shared: Shared = ((globalThis as { [KEY]?: Shared })[KEY] ??= { inForce: {}, instead: () => undefined });
const { inForce } = shared;

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The words of a page: the built-in ones, or those that administrators have put in their place. Their properties are
 * read from the words in force at that moment, so that nothing made of them may be kept when a module is loaded. What
 * administrators cannot change stays as it is built in.
 */
export function currentWords<Words extends object>(page: string, builtIn: Words): Readonly<Words> {
  const view = Object.defineProperty({}, BUILT_IN, { value: builtIn });
  for (const name of Object.keys(builtIn)) {
    const get = (): unknown => {
      const own = (builtIn as Record<string, unknown>)[name];
      const { [name]: word = own } = shared.instead()?.[page] ?? inForce[page] ?? {};
      return isFields(word) && isFields(own) ? { ...own, ...word } : word;
    };
    Object.defineProperty(view, name, { enumerable: true, get });
  }
  return view as Words;
}

/** The built-in words of what `currentWords` returned. */
export const builtInOf = <Words extends object>(words: Words): Words =>
  (words as Words & { [BUILT_IN]?: Words })[BUILT_IN] ?? words;

/** Puts the complete words of a page in force; null for the built-in ones. */
export function setCurrentWords(page: string, words: object | null): void {
  inForce[page] = (words as Record<string, unknown> | null) ?? undefined;
}

/** The words of all pages that differ from the built-in ones, for a page that runs in the browser. */
export function wordsInForce(): Readonly<InForce> {
  return inForce;
}

/** On the server: where the words of the pages come from that are rendered with other words than those in force. */
export function setWordsInstead(find: Shared['instead']): void {
  shared.instead = find;
}
