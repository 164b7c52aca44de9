/** For screen readers, after the text of every link that opens a new tab. */
export const NEW_TAB = '(opens in a new tab)';
