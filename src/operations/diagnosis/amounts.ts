const UNITS: readonly [ms: number, name: string][] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
];

/** A duration in milliseconds in its largest whole unit: "3 days", "1 hour", "0 seconds". */
export function durationOf(ms: number): string {
  const [unit, name] = UNITS.find(([least]) => ms >= least) ?? [1000, 'second'];
  return countOf(Math.floor(ms / unit), name);
}

/** A size in bytes: "12 kB", "1.5 GB". */
export function sizeOf(bytes: number): string {
  const names = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), names.length - 1);
  const amount = bytes / 1024 ** power;
  return `${power < 3 ? Math.round(amount) : amount.toFixed(1)} ${names[power]}`;
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
