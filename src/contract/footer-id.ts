/** The id of the footer, for which the first rendering of a page waits. */
export const FOOTER_ID = 'footer';
