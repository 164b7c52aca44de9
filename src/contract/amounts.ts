/** A number with its noun: "1 post", "2 posts", "2 entries". */
export function countOf(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

const BYTE_UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** A size for people, such as `12.3 MB`. A megabyte has 1,000,000 bytes, as for tools of operating systems. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < BYTE_UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${BYTE_UNITS[unit]}`;
}

/** The time between two moments for people, such as `12.3 s`. */
export function formatSeconds(begun: Date, ended: Date): string {
  return `${((ended.getTime() - begun.getTime()) / 1000).toFixed(1)} s`;
}
