import { dashboard } from '#site/content/dashboard.ts';

/** How much of a text search results show, as a rule. */
export const META_TITLE_SHOWN = 60;
export const META_DESCRIPTION_SHOWN = 160;

export function describeLength(text: string, limit: number): { text: string; isOver: boolean } {
  const n = Array.from(text.trim()).length;
  const isOver = n > limit;
  const pattern = isOver ? dashboard.posts.counts.over : dashboard.posts.counts.within;
  return { text: pattern.replace('{n}', String(n)).replace('{limit}', String(limit)), isOver };
}

/** The length of a text beside what is usually shown of it; advice, not a limit. */
export function CharacterCount({ of, limit }: { of: string; limit: number }) {
  const { text, isOver } = describeLength(of, limit);
  return (
    <p className="character-count tabular" data-over={isOver || undefined}>
      {text}
    </p>
  );
}
