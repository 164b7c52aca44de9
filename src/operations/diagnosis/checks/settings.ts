import { type Verdict, good, warning } from '../finding.ts';
import type { MisspeltVariable } from '../subject.ts';

/** Checks that no variable is misspelt: it would be ignored silently. */
export function checkSettings(misspelt: readonly MisspeltVariable[]): Verdict {
  if (misspelt.length === 0) return good('No variable is misspelt.');
  return warning(misspelt.map(describeMisspelt).join(' '), 'Correct the names; docs/settings.md lists the variables.');
}

/** One sentence; the start says it as well. */
export function describeMisspelt({ name, meant }: MisspeltVariable): string {
  return `${name} is no variable of the site.${meant ? ` Is ${meant} meant?` : ''}`;
}
