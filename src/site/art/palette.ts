/** The colours of `styles/tokens.css` that drawings carry inside them, since an image cannot read a token. */
export const INK = '#14213d';
export const PAPER = '#fbf7f0';
export const MARIGOLD = '#d9822b';
export const STONE_1 = '#f8ebe1';
export const STONE_2 = '#f2ddcf';
export const STONE_3 = '#e9cbb8';
export const STONE_4 = '#dcb49d';
export const STONE_5 = '#c99a80';
