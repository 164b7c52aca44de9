import { trustedTypes } from './ui/trusted-types.ts';

/** React creates every script element by parsing this text. */
const EMPTY_SCRIPT = '<script></script>';

/**
 * The browser calls this policy when a plain string is assigned to an HTML sink. It accepts text without markup (a data
 * block) and the string of React. For any other string it returns null, and the assignment throws a TypeError.
 */
trustedTypes?.createPolicy('default', {
  createHTML: (html) => (html === EMPTY_SCRIPT || !html.includes('<') ? html : null),
});

// Functions that browsers with popovers may not have yet (the first ones are Chrome 114, Safari 17 and Firefox 125).
// Without popovers the dashboard asks for a later browser (features/account/require-admin.tsx).

/** Gives `owner` those of the functions that it does not have. */
function complete<Owner, Name extends keyof Owner>(owner: Owner, functions: Pick<Owner, Name>): void {
  for (const name in functions) owner[name] ??= functions[name];
}

complete(URL, {
  parse: (address, base) => {
    try {
      return new URL(address, base);
    } catch {
      return null;
    }
  },
});

complete(Promise, {
  withResolvers: <T>() => {
    let settle: Pick<PromiseWithResolvers<T>, 'resolve' | 'reject'>;
    const promise = new Promise<T>((resolve, reject) => {
      settle = { resolve, reject };
    });
    return { promise, ...settle! };
  },
});

complete(AbortSignal, {
  any: (signals) => {
    const controller = new AbortController();
    for (const signal of signals) {
      const abort = (): void => controller.abort(signal.reason);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { signal: controller.signal });
    }
    return controller.signal;
  },
});

complete(Element.prototype, {
  checkVisibility(this: Element) {
    return this.getClientRects().length > 0;
  },
});
