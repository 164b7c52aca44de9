const LONG_US_DATE = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  timeZone: 'Asia/Kolkata',
});

/** The date that a post shows: published_at, else created_at (specification §9). ISO 8601. */
export function postDate(post: { published_at: string | null; created_at: string }): string {
  return post.published_at ?? post.created_at;
}

/** Formats an ISO 8601 date in US English with long month, numeric day and year (specification §9), in Indian time. */
export function formatLongDate(iso: string): string {
  return LONG_US_DATE.format(new Date(iso));
}
