import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { takeForEach } from '../usage/usage.ts';
import { type Access, AccessError, openAccess } from './access.ts';
import type { Channel } from './channel.ts';
import type { ClientFrame, Version } from './frames.ts';
import { type JoinParams, parseJoinPayload } from './join-payload.ts';
import { subscribeToChanges, openChannel, JoinError, rightsOn } from './join.ts';
import { CHANGES_PER_SOCKET, CHANNELS_PER_SOCKET, MAX_TOPIC_BYTES, UNUSED_MS } from './limits.ts';
import { changePresence, replay, sendBroadcast } from './pushes.ts';
import type { RealtimeService } from './service.ts';
import { CLOSE, openSocket, type Socket } from './socket.ts';
import { TOPIC_PREFIX } from './topics.ts';

type ConnectionOptions = {
  version: Version;
  apiKey: string;
  stream: Duplex;
  /** The key of the client's address. */
  address: string;
  onClose: () => void;
};

/** A connection of a client: its channels, and what its frames do to them (protocol.md 4). */
export class Connection {
  readonly socket: Socket;
  private readonly service: RealtimeService;
  private readonly apiKey: string;
  private readonly address: string;
  /** The key of the account whose token was verified last, or null. */
  private account: string | null = null;
  /** When a channel was open last. */
  private usedAt = performance.now();
  private readonly channels = new Map<string, Channel>();
  private readonly expiries = new Map<Channel, Expiry>();
  private isClosed = false;

  constructor(
    service: RealtimeService,
    ws: WebSocket,
    { version, apiKey, stream, address, onClose }: ConnectionOptions,
  ) {
    this.service = service;
    this.apiKey = apiKey;
    this.address = address;
    const { usage } = service.deps;
    const options = { version, usage, places: service.places, stream, address, keys: () => this.keys() };
    this.socket = openSocket(ws, options, {
      onFrame: (frame) => this.handle(frame),
      onError: (error) => service.deps.log.error({ err: error }, 'a frame of realtime failed'),
      onClose: () => {
        this.isClosed = true;
        for (const channel of this.channels.values()) this.end(channel);
        onClose();
      },
    });
  }

  /** Closes the channels of these sessions. */
  endSessions(ids: readonly string[]): void {
    for (const channel of this.channels.values()) {
      const { sessionId } = channel.access;
      if (sessionId !== null && ids.includes(sessionId)) this.close(channel, 'InvalidJWTToken: the session has ended');
    }
  }

  /** Tells the client that messages may have been lost; it joins again. */
  loseChannels(): void {
    for (const channel of this.channels.values()) this.lose(channel);
  }

  /** Closes the connection when it has had no channel for too long. */
  endIfUnused(now: number): void {
    if (this.channels.size === 0 && now - this.usedAt > UNUSED_MS) {
      this.socket.close(CLOSE.policy, 'No channel was joined');
    }
  }

  /** Who frames count for: the address and, once one is known, the account. */
  private keys(): readonly string[] {
    return this.account === null ? [this.address] : [this.address, this.account];
  }

  private async handle(frame: ClientFrame): Promise<void> {
    if (frame.topic === 'phoenix') return this.answer(frame, 'ok', {});
    if (frame.event === 'phx_join') return this.join(frame);
    const channel = this.channels.get(frame.topic);
    const isCurrent = channel && (frame.joinRef === null || frame.joinRef === channel.joinRef);
    if (frame.event === 'phx_leave') return this.leave(frame, isCurrent ? channel : null);
    if (!isCurrent) return this.answer(frame, 'error', { reason: 'unmatched topic' });
    if (frame.event === 'access_token') return this.renew(channel, frame.payload);
    const push = { channel, frame, keys: this.keys() };
    if (frame.event === 'broadcast') return sendBroadcast(this.service, push);
    if (frame.event === 'presence') return changePresence(this.service, push);
    return this.answer(frame, 'error', { reason: 'unknown event' });
  }

  private async join(frame: ClientFrame): Promise<void> {
    const before = this.channels.get(frame.topic);
    if (before) this.end(before);
    before?.send('phx_close', {}, before.joinRef);
    let opened: Channel | null = null;
    try {
      const channel = await this.open(frame, this.requireJoin(frame));
      const error = await subscribeToChanges(this.service, channel);
      if (error !== null && channel.params.isChangesRequired) throw new JoinError(error);
      if (channel.hasEnded) return;
      channel.open(frame.ref);
      opened = channel;
      this.service.topics.add(channel);
      if (error !== null) channel.tell('postgres_changes', 'error', error);
      else if (channel.subscribers.length > 0) channel.tell('postgres_changes', 'ok', 'Subscribed to PostgreSQL');
      if (channel.params.broadcast.isReadyTold) channel.tell('system', 'ok', 'Replication connection established');
      await replay(this.service, channel);
      if (channel.params.presence.enabled && channel.rights.presence.read) {
        const { deliveredBytes } = this.service.deps.usage.rates;
        const maySend = (bytes: number) => takeForEach(deliveredBytes, this.keys(), bytes);
        await this.service.presences.watch(channel, maySend);
      }
    } catch (error) {
      const failed = this.channels.get(frame.topic);
      // After the answer only a new join can help.
      if (opened) return this.lose(opened);
      if (failed) this.end(failed);
      this.answer(frame, 'error', { reason: this.reasonOf(error) });
    }
  }

  /** The channel of a join, registered before its changes are followed, so that it ends with its session. */
  private async open(frame: ClientFrame, params: JoinParams): Promise<Channel> {
    const deps = { service: this.service, socket: this.socket, onLoss: (lost: Channel) => this.lose(lost) };
    const channel = await openChannel(deps, frame, params, params.token ?? this.apiKey);
    const { endsAt, sessionId } = channel.access;
    if (this.service.endedSessions.has(sessionId)) throw new JoinError('InvalidJWTToken: the session has ended');
    if (this.isClosed) throw new JoinError('The connection is closed');
    this.countFor(channel, channel.access);
    this.channels.set(frame.topic, channel);
    const expiry = createExpiry(() => this.close(channel, 'InvalidJWTToken: the token has expired'));
    expiry.set(endsAt, this.service.deps.now().getTime());
    this.expiries.set(channel, expiry);
    return channel;
  }

  /** Counts what the channel does for the caller of this access. Throws JoinError beyond its limit of subscriptions. */
  private countFor(channel: Channel, { account, isAnonymous }: Access): void {
    const { anonymousSubscriptions, accountSubscriptions } = this.service.deps.usage.held;
    const held = isAnonymous ? anonymousSubscriptions : accountSubscriptions;
    const key = isAnonymous ? this.address : (account ?? this.address);
    const count = channel.params.changes.length;
    channel.giveBack();
    channel.giveBack = () => {};
    if (count > 0 && !held.take(key, count))
      throw new JoinError('ChannelRateLimitReached: Too many subscriptions to changes');
    channel.giveBack = () => held.give(key, count);
    this.account = account;
  }

  private requireJoin({ topic, payload }: ClientFrame): JoinParams {
    if (!topic.startsWith(TOPIC_PREFIX) || topic.length === TOPIC_PREFIX.length) throw new JoinError('unmatched topic');
    if (Buffer.byteLength(topic) > MAX_TOPIC_BYTES) throw new JoinError('The topic is too long');
    const params = parseJoinPayload(payload);
    if (!params) throw new JoinError('InvalidJoinPayload: the payload of the join has another form');
    const changes = [...this.channels.values()].reduce((sum, { subscribers }) => sum + subscribers.length, 0);
    if (this.channels.size >= CHANNELS_PER_SOCKET || changes + params.changes.length > CHANGES_PER_SOCKET) {
      throw new JoinError('ChannelRateLimitReached: Too many channels');
    }
    return params;
  }

  private leave(frame: ClientFrame, channel: Channel | null): void {
    if (channel) this.end(channel);
    this.answer(frame, 'ok', {});
    channel?.send('phx_close', {}, channel.joinRef);
  }

  private async renew(channel: Channel, payload: unknown): Promise<void> {
    const token = (payload as { access_token?: unknown } | null)?.access_token;
    if (typeof token !== 'string' || token === '') return;
    try {
      const access = await openAccess(this.service.deps, token);
      channel.rights = await rightsOn(this.service, access, channel.params, channel.topic);
      if (channel.hasEnded) return;
      channel.access = access;
      this.countFor(channel, access);
      if (this.service.endedSessions.has(access.sessionId)) throw new AccessError('the session has ended');
      if (!channel.rights.presence.write) await this.service.presences.untrack(channel);
      this.expiries.get(channel)?.set(access.endsAt, this.service.deps.now().getTime());
    } catch (error) {
      const reason = this.reasonOf(error);
      // A client whose token could not be checked joins again with it.
      if (isRefusal(error)) this.close(channel, reason);
      else this.lose(channel);
    }
  }

  /** Ends a channel for good. */
  private close(channel: Channel, why: string): void {
    if (channel.hasEnded) return;
    channel.tell('system', 'error', why);
    this.end(channel);
    channel.send('phx_close', {}, channel.joinRef);
  }

  private lose(channel: Channel): void {
    if (channel.hasEnded) return;
    this.end(channel);
    channel.send('phx_error', {}, channel.joinRef);
  }

  private end(channel: Channel): void {
    if (channel.hasEnded) return;
    channel.hasEnded = true;
    channel.giveBack();
    this.usedAt = performance.now();
    this.expiries.get(channel)?.stop();
    this.expiries.delete(channel);
    for (const subscriber of channel.subscribers) this.service.feed.unsubscribe(subscriber);
    this.service.topics.remove(channel);
    this.service.presences.leave(channel);
    for (const [topic, one] of this.channels) if (one === channel) this.channels.delete(topic);
  }

  private answer({ joinRef, ref, topic }: ClientFrame, status: 'ok' | 'error', response: object): void {
    this.socket.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  private reasonOf(error: unknown): string {
    if (isRefusal(error)) return error.message;
    if (!(error instanceof DatabaseUnavailable)) this.service.deps.log.error({ err: error }, 'realtime failed');
    return 'The database is not available';
  }
}

function isRefusal(error: unknown): error is JoinError | AccessError {
  return error instanceof JoinError || error instanceof AccessError;
}

/** Calls back once at a time that may be changed. */
type Expiry = { set: (at: number | null, now: number) => void; stop: () => void };

/** The largest delay of a timer. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Creates an expiry; times are in milliseconds, null is never. A time that is past expires at once. */
function createExpiry(onExpired: () => void): Expiry {
  let timer: NodeJS.Timeout | undefined;
  const wait = (ms: number): void => {
    const part = Math.min(Math.max(ms, 0), MAX_DELAY_MS);
    timer = setTimeout(() => (ms > part ? wait(ms - part) : onExpired()), part).unref();
  };
  return {
    set: (at, now) => {
      clearTimeout(timer);
      if (at !== null) wait(at - now);
    },
    stop: () => clearTimeout(timer),
  };
}
