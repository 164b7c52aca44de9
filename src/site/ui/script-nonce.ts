import { createContext } from 'react';

/**
 * While a page is rendered on the server: the mark by which the server tells the page's own scripts from any that came
 * in with its data. It is taken out before the page is sent, so the browser has none.
 */
export const ScriptNonce = createContext<string | undefined>(undefined);
