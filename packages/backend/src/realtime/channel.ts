import { randomUUID } from 'node:crypto';
import type { Access, ChannelRights } from './access.ts';
import type { SubscribedChannel, Subscriber } from './changes/followed-tables.ts';
import type { RowView } from './changes/table-view.ts';
import type { ChangesParams, JoinParams } from './join-payload.ts';
import type { Socket } from './socket.ts';
import type { SharedFrame } from './frames.ts';
import { type Member, TOPIC_PREFIX } from './topics.ts';

export type ChannelOptions = {
  socket: Socket;
  /** As on the wire, with its prefix. */
  wireTopic: string;
  joinRef: string | null;
  params: JoinParams;
  access: Access;
  rights: ChannelRights;
  /** Called when changes for the channel may have been missed. */
  onLoss: (channel: Channel) => void;
};

/** A channel that a client has joined. */
export class Channel implements Member, SubscribedChannel {
  readonly topic: string;
  readonly isPrivate: boolean;
  readonly params: JoinParams;
  readonly joinRef: string | null;
  readonly presenceKey: string;
  readonly subscribers: Subscriber[] = [];
  access: Access;
  rights: ChannelRights;
  hasEnded = false;
  /** Gives back what its subscriptions hold of the limits of its caller. */
  giveBack = (): void => {};
  private readonly options: ChannelOptions;
  /** Whether the join is answered. A client that reads rows after the answer has all earlier changes in them. */
  private isOpen = false;

  constructor(options: ChannelOptions) {
    this.options = options;
    this.topic = options.wireTopic.slice(TOPIC_PREFIX.length);
    this.isPrivate = options.params.isPrivate;
    this.params = options.params;
    this.joinRef = options.joinRef;
    this.presenceKey = options.params.presence.key || randomUUID();
    this.access = options.access;
    this.rights = options.rights;
  }

  send(event: string, payload: unknown, ref: string | null = null): void {
    const { socket, wireTopic } = this.options;
    socket.send({ joinRef: this.joinRef, ref, topic: wireTopic, event, payload });
  }

  /** Sends a payload that is JSON already. */
  sendText(event: string, payload: string): void {
    const { socket, wireTopic } = this.options;
    socket.sendText({ joinRef: this.joinRef, ref: null, topic: wireTopic, event, payload });
  }

  reply(ref: string | null, status: 'ok' | 'error', response: object): void {
    this.send('phx_reply', { status, response }, ref);
  }

  /** Answers the join. From then on changes are sent. */
  open(ref: string | null): void {
    const changes = this.subscribers.map(({ id, params }) => ({ id, ...params }));
    this.reply(ref, 'ok', changes.length > 0 ? { postgres_changes: changes } : {});
    this.isOpen = true;
  }

  /** Sends a message of the service about the channel. */
  tell(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
    this.send('system', { extension, status, message, channel: this.topic });
  }

  /** Sends a broadcast. */
  receive(frame: SharedFrame): void {
    if (this.rights.broadcast.read) this.share(frame);
  }

  /** Sends what all channels of the topic are sent. */
  share(frame: SharedFrame): void {
    if (!this.hasEnded) this.options.socket.sendShared(frame);
  }

  /** Adds a subscription to changes; it is not followed yet. */
  addSubscriber(id: number, params: ChangesParams, view: RowView): Subscriber {
    const subscriber: Subscriber = { id, params, view, channel: this };
    this.subscribers.push(subscriber);
    return subscriber;
  }

  currentAccess(): Access | null {
    return this.hasEnded ? null : this.access;
  }

  deliverChange(ids: readonly number[], data: string): void {
    if (this.isOpen && !this.hasEnded) this.sendText('postgres_changes', `{"ids":[${ids.join(',')}],"data":${data}}`);
  }

  lose(): void {
    this.options.onLoss(this);
  }
}
