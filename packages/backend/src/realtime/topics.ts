import { type BroadcastFrame, type SharedFrame, shareFrame, writeBroadcast } from './frames.ts';
import type { InSlices } from './slices.ts';

/** The prefix of topics on the wire. */
export const TOPIC_PREFIX = 'realtime:';

/** A broadcast on its way to the channels of a topic, which is without the prefix `realtime:`. */
export type Broadcast = BroadcastFrame & {
  isPrivate: boolean;
};

/** A channel as its topic sees it. */
export type Member = { topic: string; isPrivate: boolean; receive: (frame: SharedFrame) => void };

/** The channels of this process by topic. */
export type Topics = {
  add: (member: Member) => void;
  remove: (member: Member) => void;
  /** How many channels a topic has. */
  size: (topic: string, isPrivate: boolean) => number;
  /** Gives a broadcast to all channels of its topic but one. Resolves when they have it. */
  deliver: (broadcast: Broadcast, except?: Member) => Promise<void>;
};

/** A broadcast as the channels of its topic send it to their clients. */
export function toFrame(broadcast: Broadcast): SharedFrame {
  const frame = { ...broadcast, topic: TOPIC_PREFIX + broadcast.topic };
  return shareFrame((version) => writeBroadcast(version, frame));
}

/** The key of a topic: a private one and a public one of the same name are two. */
export function topicKey(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'} ${topic}`;
}

export function createTopics(inSlices: InSlices): Topics {
  const topics = new Map<string, Set<Member>>();
  return {
    add: (member) => {
      const key = topicKey(member.topic, member.isPrivate);
      topics.set(key, (topics.get(key) ?? new Set()).add(member));
    },
    remove: (member) => {
      const key = topicKey(member.topic, member.isPrivate);
      const members = topics.get(key);
      members?.delete(member);
      if (members?.size === 0) topics.delete(key);
    },
    size: (topic, isPrivate) => topics.get(topicKey(topic, isPrivate))?.size ?? 0,
    deliver: async (broadcast, except) => {
      const members = topics.get(topicKey(broadcast.topic, broadcast.isPrivate));
      if (!members) return;
      const frame = toFrame(broadcast);
      // A copy: a channel that joins during the delivery was not there when the broadcast was sent.
      await inSlices([...members], (member) => {
        if (member !== except) member.receive(frame);
      });
    },
  };
}
