/** The part of the Trusted Types API (https://www.w3.org/TR/trusted-types/) that the site uses. */
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string | null },
  ) => { createHTML: (html: string) => TrustedHTML };
};

/** Undefined on the server and in browsers without Trusted Types. */
export const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
