import { useEffect, useState } from 'react';

const two = (n: number) => String(n).padStart(2, '0');

/** The value of a field of date and time, in the editor's time zone; '' for none. */
export function toLocalInput(iso: string | null | undefined): string {
  if (!iso) return '';
  const at = new Date(iso);
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The time of such a value, or null where it is invalid. Without an offset it is in the editor's time zone. */
export function fromLocalInput(local: string): string | null {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The name and the offset of the editor's time zone: "Asia/Kolkata, GMT+5:30". */
export function nameZone(at: Date): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' }).formatToParts(at);
  return `${timeZone}, ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`;
}

const MINUTE_MS = 60_000;

/** The current time, updated every minute: a form can stay open past the time chosen in it. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const clock = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(clock);
  }, []);
  return now;
}
