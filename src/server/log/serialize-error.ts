/** An error in a line of the log. */
export type LoggedError = {
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
  if (typeof error !== 'object' || error === null) return { type: typeof error, message: cut(String(error)) };
  const { name, message, code, stack, cause, errors } = error as Record<string, unknown>;
  const frames = depth === DEPTH ? framesOf(stack) : null;
  return {
    type: cut(typeof name === 'string' ? name : 'Object'),
    message: cut(typeof message === 'string' ? message : ''),
    ...((typeof code === 'string' || typeof code === 'number') && { code: cut(String(code)) }),
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

function cut(text: string): string {
  return text.length > MESSAGE_LENGTH ? `${text.slice(0, MESSAGE_LENGTH)}…` : text;
}
