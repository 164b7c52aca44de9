/** Titles such as "CA" and "Dr." are not part of the name, and neither is a remark in parentheses. */
const TITLES = new Set(['ca', 'cs', 'dr', 'mr', 'mrs', 'ms', 'adv']);

export function initialsOf(name: string): string {
  const words = name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word) && !TITLES.has(word.toLowerCase().replace('.', '')));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('');
}

/** The initials of a person on lattice: a portrait until there is a photograph. */
export function Monogram({ name }: { name: string }) {
  return (
    <span className="monogram" aria-hidden="true">
      <span>{initialsOf(name)}</span>
    </span>
  );
}
