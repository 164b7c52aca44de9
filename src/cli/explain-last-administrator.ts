import { ConfigurationError } from '#backend/configuration-error.ts';

/** Throws the error of the trigger that keeps one administrator who can sign in (migration `accounts`) in plain words. */
export function explainLastAdministrator(error: unknown): never {
  const isLast = (error as { code?: string }).code === 'P0001';
  throw isLast
    ? new ConfigurationError('This is the last administrator who can sign in. Make another one first.')
    : error;
}
