const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** A duration for people, such as `12.3 s`. */
export function formatSeconds(begun: Date, ended: Date): string {
  return `${((ended.getTime() - begun.getTime()) / 1000).toFixed(1)} s`;
}

/** A size for people, such as `12.3 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}
