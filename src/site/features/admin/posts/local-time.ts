const two = (n: number) => String(n).padStart(2, '0');

/** A moment as a field of date and time shows it, in the editor's own zone; '' for none. */
export function toLocalInput(iso: string | null | undefined): string {
  if (!iso) return '';
  const at = new Date(iso);
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The moment of such a field, or null where it is none. Without an offset it is read in the editor's own zone. */
export function fromLocalInput(local: string): string | null {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The editor's zone by name and distance from UTC: "Asia/Kolkata, GMT+5:30". */
export function nameZone(at: Date): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' }).formatToParts(at);
  return `${timeZone}, ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`;
}
