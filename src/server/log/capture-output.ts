import { format } from 'node:util';
import type { Logger } from 'pino';

/**
 * From now on writes to the log what the process would write to standard error by itself: `console.error` and the like, which the
 * site, React and other packages use, warnings of Node, and the error that ends the process. `console.log` remains: it
 * writes the lines for the operator to standard output.
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
