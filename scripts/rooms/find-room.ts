import { CONFIG_FILE, type Room, ROOMS } from './table.ts';

/** The room of one file, under its own name (`site/features/blog`), with what that room may import. */
export type RoomOfFile = { name: string; room: Room };

const CONFIG_ROOM: Room = { name: 'config', at: '', rooms: [], packages: ['*'] };

/** Finds the room of a file by its path from the root, or null when it lies in none. */
export function findRoom(file: string): RoomOfFile | null {
  if (CONFIG_FILE.test(file)) return { name: CONFIG_ROOM.name, room: CONFIG_ROOM };
  let best: RoomOfFile | null = null;
  for (const room of ROOMS) {
    const part = matchingPart(file, room.at);
    if (part === null || (best && best.room.at.length >= room.at.length)) continue;
    best = { name: room.name.replace('*', part), room };
  }
  return best;
}

/** What stands for the `*` of `at` (empty without one) when the file lies there, or null. */
function matchingPart(file: string, at: string): string | null {
  const [before = '', after] = at.split('*');
  if (!file.startsWith(before)) return null;
  if (after === undefined) return '';
  const [part = '', ...rest] = file.slice(before.length).split('/');
  return rest.length > 0 ? part : null;
}

/** Whether a list of the table lets `name` through. A package counts with its paths: `hono` allows `hono/html`. */
export function isListed(list: readonly string[], name: string): boolean {
  return list.some((entry) => (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry));
}
