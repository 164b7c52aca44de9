import { system } from '#site/content/system.ts';

/** A size in bytes: "12 kB", "1.5 MB". */
export function sizeInWords(bytes: number): string {
  const { units } = system.backups;
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), units.length - 1);
  const amount = bytes / 1024 ** power;
  return `${power < 2 ? Math.round(amount) : amount.toFixed(1)} ${units[power]}`;
}
