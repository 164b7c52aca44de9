/** What one request may ask for at most. Beyond it the answer is an error of the catalogue, never a slow server. */

/** Rows of a list, and of each embedded list (PostgREST's db-max-rows). */
export const MAX_ROWS = 1000;
/** Characters of the query string; postgrest-js itself warns at 8000. */
export const MAX_QUERY_LENGTH = 8192;
/** Embedded rows within embedded rows. */
export const MAX_EMBED_DEPTH = 5;
/** Embedded relationships of one request, at all depths together. */
export const MAX_EMBEDS = 20;
/** `and(or(and(…` */
export const MAX_LOGIC_DEPTH = 20;
/** Rows of lists that stand below a to-one relationship, and so are written again for each row above. */
export const MAX_REPEATED_ROWS = 20_000;
