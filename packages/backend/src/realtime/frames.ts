import { parseJson } from '../http/body.ts';

/** Both versions of Phoenix' serialisation that clients use (protocol.md 4.1). */
export type Version = '1.0.0' | '2.0.0';

export type ClientFrame = {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
};

/** A frame to a client; the payload is JSON. */
export type ServerFrame = { joinRef: string | null; ref: string | null; topic: string; event: string; payload: string };

/** A broadcast to a client: its payload is JSON, or bytes. `meta` is JSON or empty. */
export type BroadcastFrame = { topic: string; event: string; payload: string | Buffer; meta: string };

export type EncodedFrame = { data: Buffer; isBinary: boolean };

/** A frame for many clients, in the version that one speaks; null where that cannot carry it. */
export type SharedFrame = (version: Version) => EncodedFrame | null;

/** A frame that cannot be read; the connection is closed. */
export class MalformedFrame extends Error {}

const BROADCAST_PUSH = 3;
const BROADCAST = 4;
const BYTES = 0;
const JSON_TEXT = 1;
/** Kind, five lengths and the encoding. */
const PUSH_HEADER_BYTES = 7;

/** Reads a frame. Throws MalformedFrame. */
export function parseFrame(version: Version, data: Buffer, isBinary: boolean): ClientFrame {
  try {
    if (isBinary) return version === '2.0.0' ? parsePush(data) : malformed('version 1.0.0 has no binary frames');
    const message = parseJson(decodeText(data));
    return version === '2.0.0' ? fromArray(message) : fromObject(message);
  } catch (error) {
    throw error instanceof MalformedFrame ? error : new MalformedFrame('the frame is not JSON', { cause: error });
  }
}

/** Writes a frame. */
export function writeFrame(version: Version, { joinRef, ref, topic, event, payload }: ServerFrame): string {
  if (version === '2.0.0') {
    return `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${JSON.stringify(topic)},${JSON.stringify(event)},${payload}]`;
  }
  const head = JSON.stringify({ topic, event, ref, join_ref: joinRef });
  return `${head.slice(0, -1)},"payload":${payload}}`;
}

/** Writes a broadcast; null where the version cannot carry it: bytes in version 1.0.0. */
export function writeBroadcast(version: Version, frame: BroadcastFrame): string | Buffer | null {
  const { topic, event, payload, meta } = frame;
  if (typeof payload !== 'string') return version === '2.0.0' ? writeBinaryBroadcast(frame, payload) : null;
  const withMeta = meta === '' ? '' : `,"meta":${meta}`;
  const content = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload}${withMeta}}`;
  return writeFrame(version, { joinRef: null, ref: null, topic, event: 'broadcast', payload: content });
}

/** Makes a frame for many clients of one for each version, which is written once. */
export function shareFrame(write: (version: Version) => string | Buffer | null): SharedFrame {
  const written = new Map<Version, EncodedFrame | null>();
  return (version) => {
    const known = written.get(version);
    if (known !== undefined) return known;
    const data = write(version);
    const frame = data === null ? null : { data: Buffer.from(data), isBinary: typeof data !== 'string' };
    written.set(version, frame);
    return frame;
  };
}

function writeBinaryBroadcast({ topic, event, meta }: BroadcastFrame, payload: Buffer): Buffer {
  const parts = [topic, event, meta].map((text) => Buffer.from(text));
  const head = Buffer.from([BROADCAST, ...parts.map(({ length }) => length), BYTES]);
  return Buffer.concat([head, ...parts, payload]);
}

function fromArray(message: unknown): ClientFrame {
  if (!Array.isArray(message) || message.length !== 5) return malformed('a frame is an array of five elements');
  const [joinRef, ref, topic, event, payload] = message as unknown[];
  return checked({ joinRef, ref, topic, event, payload });
}

function fromObject(message: unknown): ClientFrame {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    return malformed('a frame is an object');
  }
  const { join_ref: joinRef = null, ref = null, topic, event, payload } = message as Record<string, unknown>;
  return checked({ joinRef, ref, topic, event, payload });
}

function checked({ joinRef, ref, topic, event, payload }: Record<keyof ClientFrame, unknown>): ClientFrame {
  if (typeof topic !== 'string' || typeof event !== 'string') return malformed('topic and event are texts');
  return { joinRef: readRef(joinRef), ref: readRef(ref), topic, event, payload };
}

/** Old clients send numbers. */
function readRef(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string' && typeof value !== 'number') return malformed('a reference is a text');
  const text = String(value);
  return text.length > 64 ? malformed('a reference is longer than 64 characters') : text;
}

/** A broadcast of a client in binary form (realtime-js, lib/serializer.ts). */
function parsePush(data: Buffer): ClientFrame {
  if (data.length < PUSH_HEADER_BYTES || data[0] !== BROADCAST_PUSH) return malformed('unknown kind of binary frame');
  const lengths = [...data.subarray(1, 6)];
  const encoding = data[6];
  let at = PUSH_HEADER_BYTES;
  const texts = lengths.map((length) => decodeText(data.subarray(at, (at += length))));
  if (at > data.length) return malformed('the binary frame is too short');
  const [joinRef = '', ref = '', topic = '', event = '', meta = ''] = texts;
  const rest = data.subarray(at);
  const payload =
    encoding === JSON_TEXT ? parseJson(decodeText(rest)) : encoding === BYTES ? rest : malformed('encoding');
  const metadata = meta === '' ? {} : Object(parseJson(meta));
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: { ...metadata, type: 'broadcast', event, payload },
  };
}

function decodeText(bytes: Buffer): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

function malformed(why: string): never {
  throw new MalformedFrame(why);
}
