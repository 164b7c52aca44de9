/** What one request may ask for at most. Beyond it the answer is an error of the catalogue, never a slow server. */

/** Rows of a list, and of each embedded list (PostgREST's db-max-rows). */
export const MAX_ROWS = 1000;
/** Bytes of an answer as PostgreSQL builds it; the embedded lists of one row share as many. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** Characters of the query string; postgrest-js itself warns at 8000. */
export const MAX_QUERY_LENGTH = 8192;

/** Keys of one object, after repeated keys were collapsed. */
export const MAX_OUTPUTS = 200;
/** Keys of the objects of all depths together. */
export const MAX_TOTAL_OUTPUTS = 400;
/** How often one column may stand in one object, under different keys. */
export const MAX_OUTPUTS_OF_COLUMN = 25;
/** Steps of one path into a JSON value. */
export const MAX_JSON_STEPS = 10;

/** Embedded rows within embedded rows. */
export const MAX_EMBED_DEPTH = 5;
/** Embedded relationships of one request, at all depths together. */
export const MAX_EMBEDS = 20;
/** Rows of lists that stand below a to-one relationship, and so are written again for each row above. */
export const MAX_REPEATED_ROWS = 20_000;

/** `and(or(and(…` */
export const MAX_LOGIC_DEPTH = 20;
/** Conditions of all depths together. */
export const MAX_CONDITIONS = 100;
/** Values of all `in` lists together. */
export const MAX_LIST_VALUES = 1000;
/** Terms of all `order` parameters together. */
export const MAX_ORDER_TERMS = 20;
/** Patterns of like, ilike, match and imatch, those of any(…) and all(…) too: 1000 posts of 20 kB take 3 s at worst. */
export const MAX_PATTERNS = 40;
/** Characters of all patterns together: the same posts take 1 s at worst. */
export const MAX_PATTERN_LENGTH = 1000;
/** Characters of all text searches together: the same posts take 1 s at worst. */
export const MAX_SEARCH_LENGTH = 4000;
/** Text searches over anything but a tsvector column: each parses every row anew, 1 s for the same posts. */
export const MAX_PARSED_SEARCHES = 2;

/** Bind parameters of a statement; PostgreSQL's own limit is 65,535. */
export const MAX_PARAMETERS = 2000;
/** Tables and sub-selects of a statement. */
export const MAX_TABLE_REFERENCES = 200;

/** Requests of one client address that are served at once, and how many more may wait. */
export const REQUESTS_AT_ONCE = 10;
export const REQUESTS_WAITING = 50;
