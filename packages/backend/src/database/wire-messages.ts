import pg from 'pg';

/** The messages of PostgreSQL's extended protocol that node-postgres can write; its types describe only some of them. */
export type MessageWriter = {
  parse: (message: { name: string; text: string }) => void;
  bind: (message: { statement: string; values: readonly unknown[] }) => void;
  describe: (message: { type: 'P' }) => void;
  execute: () => void;
  close: (message: { type: 'S'; name: string }) => void;
  sync: () => void;
};

let messages: Buffer[] = [];

/**
 * node-postgres' own writer, on a stream that collects the messages: written one by one to a socket each would be a
 * system call.
 */
const connection = new pg.Connection({
  stream: { writable: true, write: (message: Buffer) => messages.push(message) },
} as unknown as pg.ConnectionConfig) as unknown as MessageWriter & {
  bind: (message: { statement: string; values: readonly unknown[]; valueMapper: (value: unknown) => unknown }) => void;
};

/** node-postgres' conversion of a parameter to text or bytes. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

export const writer: MessageWriter = {
  parse: (message) => connection.parse(message),
  bind: (message) => connection.bind({ ...message, valueMapper: prepareValue }),
  describe: (message) => connection.describe(message),
  execute: () => connection.execute(),
  close: (message) => connection.close(message),
  sync: () => connection.sync(),
};

/** Returns what was written since the last call, as one buffer. */
export function takeMessages(): Buffer {
  const all = Buffer.concat(messages);
  messages = [];
  return all;
}
