/** The list of accounts among the queries; whatever changes accounts or rights makes it stale. */
export const ACCOUNTS_KEY = ['admin-accounts'];
