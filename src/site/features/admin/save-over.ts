import { formatSavedTime } from '#contract/saved-time.ts';
import { saving } from '#site/content/saving.ts';
import { ItemConflict } from '#site/gateway/item-conflict.ts';
import { nameOf } from './live/name-of.ts';

/**
 * Writes a category or testimonial over the version that the editor has seen, null for a new one. Asks before it
 * overwrites a later save of somebody else; throws ItemConflict where the answer is no, and the errors of `write`.
 */
export async function saveOver<Item>(
  userId: string,
  write: (seen: string | null) => Promise<Item>,
  seen: string | null,
): Promise<Item> {
  try {
    return await write(seen);
  } catch (error) {
    if (!(error instanceof ItemConflict)) throw error;
    const { updated_at } = error.theirs;
    const question = saving.overwrite(nameOf(error.by, userId), formatSavedTime(updated_at, new Date()));
    if (!window.confirm(question)) throw error;
    return saveOver(userId, write, updated_at);
  }
}
