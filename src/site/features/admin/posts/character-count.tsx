import { dashboard } from '#site/content/dashboard.ts';

/** How many characters search results usually show. */
export const META_TITLE_SHOWN = 60;
export const META_DESCRIPTION_SHOWN = 160;

export function describeLength(text: string, limit: number): { text: string; isOver: boolean } {
  const n = Array.from(text.trim()).length;
  const isOver = n > limit;
  const { over, within } = dashboard.posts.counts;
  return { text: isOver ? over(n, limit) : within(n, limit), isOver };
}

/** The length of a text and how much of it is usually shown; advice, not a limit. */
export function CharacterCount({ of, limit }: { of: string; limit: number }) {
  const { text, isOver } = describeLength(of, limit);
  return (
    <p className="character-count tabular" data-over={isOver || undefined}>
      {text}
    </p>
  );
}
