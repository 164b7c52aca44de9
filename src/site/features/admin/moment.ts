const MOMENT = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** Day and time in the editor's own time zone: "3 December 2026 at 10:00 am". */
export function formatMoment(iso: string): string {
  return MOMENT.format(new Date(iso));
}
