/** The sessions that have ended lately, for joins that have begun before. */
export type EndedSessions = { add: (ids: readonly string[], now: number) => void; has: (id: string | null) => boolean };

/** Longer than a join takes. */
const KEPT_MS = 60_000;

export function createEndedSessions(): EndedSessions {
  const ended = new Map<string, number>();
  return {
    add: (ids, now) => {
      for (const [id, at] of ended) if (now - at > KEPT_MS) ended.delete(id);
      for (const id of ids) ended.set(id, now);
    },
    has: (id) => id !== null && ended.has(id),
  };
}
