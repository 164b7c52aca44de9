import type { BroadcastFrame } from './frames.ts';

/** A broadcast on its way to the channels of a topic, which is without the prefix `realtime:`. */
export type Broadcast = BroadcastFrame & {
  isPrivate: boolean;
};

/** A channel as its topic sees it. */
export type Member = { topic: string; isPrivate: boolean; receive: (broadcast: Broadcast) => void };

/** The channels of this process by topic. A private topic and a public one of the same name are two. */
export type Topics<T extends Member> = {
  add: (member: T) => void;
  remove: (member: T) => void;
  has: (topic: string, isPrivate: boolean) => boolean;
  /** Gives a broadcast to all channels of its topic but one. */
  deliver: (broadcast: Broadcast, except?: T) => void;
};

export function createTopics<T extends Member>(): Topics<T> {
  const topics = new Map<string, Set<T>>();
  const keyOf = (topic: string, isPrivate: boolean) => `${isPrivate ? 'private' : 'public'} ${topic}`;
  return {
    add: (member) => {
      const key = keyOf(member.topic, member.isPrivate);
      topics.set(key, (topics.get(key) ?? new Set()).add(member));
    },
    remove: (member) => {
      const key = keyOf(member.topic, member.isPrivate);
      const members = topics.get(key);
      members?.delete(member);
      if (members?.size === 0) topics.delete(key);
    },
    has: (topic, isPrivate) => topics.has(keyOf(topic, isPrivate)),
    deliver: (broadcast, except) => {
      for (const member of topics.get(keyOf(broadcast.topic, broadcast.isPrivate)) ?? []) {
        if (member !== except) member.receive(broadcast);
      }
    },
  };
}
