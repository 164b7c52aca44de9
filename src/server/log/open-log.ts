import cluster from 'node:cluster';
import { format } from 'node:util';
import pino, { type Logger } from 'pino';
import { currentRequestId, outsideRequests } from '#backend/usage/request-context.ts';
import { type DatabaseOutage, followOutages } from './database-outage.ts';
import { createRepeatLimit } from './limit-repeats.ts';
import { maskAddresses } from './mask-addresses.ts';

export type ProcessLog = {
  log: Logger;
  outage: DatabaseOutage;
  /** Lines written so far, by level. */
  counts: Readonly<Record<string, number>>;
};

type Destination = { write: (line: string) => void };
type Fields = Record<string, unknown>;

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
const WARNING = 40;
const STANDARD_ERROR = 2;
const TEXT_LENGTH = 1000;
/** Fields that differ between lines that say the same. */
const DIFFERING = new Set(['err', 'mail', 'attempts', 'ms', 'status', 'time']);

const opened = new Map<string, ProcessLog>();

/** The log of this process at this level: JSON on standard error. Later calls return the same. */
export function openLog({ logLevel }: { logLevel: string }): ProcessLog {
  const known = opened.get(logLevel) ?? createLog(logLevel, pino.destination({ dest: STANDARD_ERROR, sync: true }));
  opened.set(logLevel, known);
  return known;
}

/**
 * Creates a log. Each event is one line of JSON of bounded length, with the name of its level and the id of its request.
 * E-mail addresses are masked in the whole line. Repeated warnings and errors are counted instead of written, and those
 * of an outage of the database are left to the lines of the outage.
 */
export function createLog(level: string, destination: Destination): ProcessLog {
  const counts: Record<string, number> = Object.fromEntries(LEVELS.map((name) => [name, 0]));
  let isLimited = true;
  /** Writes a line that neither the limit nor an outage leaves out. */
  const writeAnyway = (number: number, fields: Fields, message: string): void => {
    isLimited = false;
    log[nameOf(number)](fields, message);
    isLimited = true;
  };
  const repeats = createRepeatLimit({
    writeCount: (number, message, repeated) => outsideRequests(() => writeAnyway(number, { repeated }, message)),
  });
  const outage = followOutages({
    began: (error) => writeAnyway(50, { err: error }, 'The database is not available'),
    ended: (figures) => outsideRequests(() => writeAnyway(WARNING, figures, 'The database is available again')),
    busy: (error) => log.warn({ err: error }, 'The database is busy'),
  });
  const mayWrite = (number: number, fields: Fields, message: string): boolean => {
    if (!isLimited || number < WARNING) return true;
    return !outage.covers(fields['err']) && repeats.admit(number, message, keyOf(fields));
  };
  const log = pino(
    {
      level,
      base: cluster.worker ? { worker: cluster.worker.id } : null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (name) => ({ level: name }), log: cutTexts },
      serializers: { err: serializeError },
      mixin: () => {
        const request = currentRequestId();
        return request === undefined ? {} : { request };
      },
      hooks: {
        logMethod(inputs, method, number) {
          const { fields, message } = readInputs(inputs);
          if (!mayWrite(number, fields, message)) return;
          counts[nameOf(number)]! += 1;
          method.call(this, fields, message);
        },
        streamWrite: maskAddresses,
      },
    },
    destination,
  );
  return { log, outage, counts };
}

function nameOf(number: number): (typeof LEVELS)[number] {
  return LEVELS[Math.min(Math.max(Math.floor(number / 10), 1), LEVELS.length) - 1] ?? 'info';
}

/** What a method of pino is called with: fields, an error, or neither; then a message. */
function readInputs([first, second]: readonly unknown[]): { fields: Fields; message: string } {
  if (typeof first === 'string') return { fields: {}, message: cut(first) };
  const fields = first instanceof Error ? { err: first } : (first as Fields);
  const message = typeof second === 'string' ? second : ((fields['err'] as Error | undefined)?.message ?? '');
  return { fields, message: cut(message) };
}

function keyOf(fields: Fields): string {
  const { message, code } = (fields['err'] ?? {}) as { message?: unknown; code?: unknown };
  const others = Object.entries(fields).filter(([name]) => !DIFFERING.has(name));
  return JSON.stringify([message, code, others]).slice(0, TEXT_LENGTH);
}

function cutTexts(fields: object): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cut(value)]));
}

function cut<T>(value: T): T {
  return typeof value === 'string' && value.length > TEXT_LENGTH ? (`${value.slice(0, TEXT_LENGTH)}…` as T) : value;
}

type LoggedError = {
  type: string;
  message: string;
  code?: string;
  /** The functions that were running, without the message. */
  stack?: string;
  cause?: LoggedError;
  errors?: LoggedError[];
};

const MESSAGE_LENGTH = 300;
const FRAMES = 8;
const FRAME_LENGTH = 120;
const DEPTH = 2;
const ERRORS = 3;

/**
 * The part of an error that goes into the log: at most about 2 kB. Other fields are left out; `detail` of PostgreSQL, for
 * example, holds values of rows.
 */
export function serializeError(error: unknown): LoggedError {
  return serialize(error, DEPTH);
}

function serialize(error: unknown, depth: number): LoggedError {
  if (typeof error !== 'object' || error === null) return { type: typeof error, message: cutWords(String(error)) };
  const { name, message, code, stack, cause, errors } = error as Record<string, unknown>;
  const frames = depth === DEPTH ? framesOf(stack) : null;
  return {
    type: cutWords(typeof name === 'string' ? name : 'Object'),
    message: cutWords(typeof message === 'string' ? message : ''),
    ...((typeof code === 'string' || typeof code === 'number') && { code: cutWords(String(code)) }),
    ...(frames && { stack: frames }),
    ...(cause !== undefined && depth > 0 && { cause: serialize(cause, depth - 1) }),
    ...(Array.isArray(errors) &&
      depth > 0 && { errors: errors.slice(0, ERRORS).map((one) => serialize(one, depth - 1)) }),
  };
}

function framesOf(stack: unknown): string | null {
  if (typeof stack !== 'string') return null;
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  return frames
    .slice(0, FRAMES)
    .map((line) => line.trim().slice(0, FRAME_LENGTH))
    .join('\n');
}

function cutWords(text: string): string {
  return text.length > MESSAGE_LENGTH ? `${text.slice(0, MESSAGE_LENGTH)}…` : text;
}

/**
 * Sends to the log what the process would write to standard error: `console.error` and the like, which the site, React
 * and other packages use, warnings of Node, and the error that ends the process. `console.log` still writes lines for
 * the operator to standard output.
 */
export function captureOutput(log: Logger): void {
  const write =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (...values: unknown[]): void => {
      const error = values.find(isErrorLike);
      const words = values.filter((value) => value !== error);
      log[level](error === undefined ? {} : { err: error }, words.length > 0 ? format(...words) : undefined);
    };
  console.error = write('error');
  console.warn = write('warn');
  console.info = write('info');
  console.debug = write('debug');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    // As `--disable-warning=ExperimentalWarning` of the start, which Node's own listener reads.
    if (warning.name !== 'ExperimentalWarning') log.warn({ err: warning }, 'A warning of Node');
  });
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'An unexpected error ends the process');
    process.exit(1);
  });
}

/** Errors of supabase-js are plain objects in some versions. */
function isErrorLike(value: unknown): boolean {
  return value instanceof Error || (typeof value === 'object' && value !== null && 'message' in value);
}
