type ComparisonOperator = {
  sql: string;
  /** Whether it may be followed by `(any)` or `(all)`. */
  quantifiable: boolean;
};

/** The operators that compare with one value (protocol.md 2.2). The parser and the SQL writer read this table. */
export const COMPARISONS = {
  eq: { sql: '=', quantifiable: true },
  neq: { sql: '<>', quantifiable: false },
  gt: { sql: '>', quantifiable: true },
  gte: { sql: '>=', quantifiable: true },
  lt: { sql: '<', quantifiable: true },
  lte: { sql: '<=', quantifiable: true },
  like: { sql: 'like', quantifiable: true },
  ilike: { sql: 'ilike', quantifiable: true },
  match: { sql: '~', quantifiable: true },
  imatch: { sql: '~*', quantifiable: true },
  isdistinct: { sql: 'is distinct from', quantifiable: false },
  cs: { sql: '@>', quantifiable: false },
  cd: { sql: '<@', quantifiable: false },
  ov: { sql: '&&', quantifiable: false },
  sl: { sql: '<<', quantifiable: false },
  sr: { sql: '>>', quantifiable: false },
  nxr: { sql: '&<', quantifiable: false },
  nxl: { sql: '&>', quantifiable: false },
  adj: { sql: '-|-', quantifiable: false },
} as const satisfies Record<string, ComparisonOperator>;

export type ComparisonName = keyof typeof COMPARISONS;
export const isComparison = (name: string): name is ComparisonName => Object.hasOwn(COMPARISONS, name);

/** The operators of full-text search, with PostgreSQL's function that parses the value. */
export const SEARCHES = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const;

export type TextSearch = keyof typeof SEARCHES;
export const isSearch = (name: string): name is TextSearch => Object.hasOwn(SEARCHES, name);
