/** The limits of one request. Beyond them it is rejected with an error of the catalogue. */

/** Rows of a list, and of each embedded list (PostgREST's db-max-rows). */
export const MAX_ROWS = 1000;
/** What an answer may cost, which depends on who asks. */
export type AnswerLimits = {
  /** Bytes of a response as PostgreSQL builds it; the embedded lists of one row share the same number. */
  maxBytes: number;
  /** Embedded relationships at all depths together. */
  maxEmbeds: number;
  /** Keys of one object that select the same column. */
  maxOutputsOfColumn: number;
};
export const ANSWER_LIMITS: AnswerLimits = { maxBytes: 16 * 1024 * 1024, maxEmbeds: 20, maxOutputsOfColumn: 25 };
/** For anonymous callers from outside: what a page of an application needs. */
export const ANONYMOUS_ANSWER_LIMITS: AnswerLimits = { maxBytes: 4 * 1024 * 1024, maxEmbeds: 8, maxOutputsOfColumn: 3 };
/** Characters of the query string; postgrest-js itself warns at 8000. */
export const MAX_QUERY_LENGTH = 8192;

/** Keys of one object, after repeated keys are collapsed. */
export const MAX_OUTPUTS = 200;
/** Keys of the objects at all depths together. */
export const MAX_TOTAL_OUTPUTS = 400;
/** Steps of one path into a JSON value. */
export const MAX_JSON_STEPS = 10;

/** Levels of embedding. */
export const MAX_EMBED_DEPTH = 5;
/** Rows of lists below a to-one relationship, which are repeated for each row above. */
export const MAX_REPEATED_ROWS = 20_000;

/** Levels of `and(or(and(…`. */
export const MAX_LOGIC_DEPTH = 20;
/** Conditions at all depths together. */
export const MAX_CONDITIONS = 100;
/** Values of all `in` lists together. */
export const MAX_LIST_VALUES = 1000;
/** Terms of all `order` parameters together. */
export const MAX_ORDER_TERMS = 20;
/**
 * Patterns of like, ilike, match and imatch, including those of any(…) and all(…). 1000 posts of 20 kB take 3 s at
 * worst.
 */
export const MAX_PATTERNS = 40;
/** Characters of all patterns together: the same posts take 1 s at worst. */
export const MAX_PATTERN_LENGTH = 1000;
/** Characters of all text searches together: the same posts take 1 s at worst. */
export const MAX_SEARCH_LENGTH = 4000;
/** Text searches over columns other than tsvector: each parses every row again, 1 s for the same posts. */
export const MAX_PARSED_SEARCHES = 2;

/** Bind parameters of a statement; PostgreSQL's own limit is 65,535. */
export const MAX_PARAMETERS = 2000;
/** Tables and subqueries of a statement. */
export const MAX_TABLE_REFERENCES = 200;
