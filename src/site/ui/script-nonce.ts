import { createContext } from 'react';

/**
 * Set during server rendering only. The server uses the nonce to tell the page's own scripts from markup in its data, and
 * removes it before the page is sent.
 */
export const ScriptNonce = createContext<string | undefined>(undefined);
