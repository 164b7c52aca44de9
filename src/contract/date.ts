const LONG_US_DATE = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  timeZone: 'Asia/Kolkata',
});

/** The day a post shows: published_at, else created_at (specification §9). */
export function postDate(post: { published_at: string | null; created_at: string }): string {
  return post.published_at ?? post.created_at;
}

/** US English long month, numeric day and year (specification §9), on the calendar of the firm's home office. */
export function formatLongDate(iso: string): string {
  return LONG_US_DATE.format(new Date(iso));
}
