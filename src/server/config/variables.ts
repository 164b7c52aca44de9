import { z } from 'zod';

/** A variable that is on or off. */
export const flag = (whenUnset: boolean) =>
  z
    .enum(['true', 'false', '1', '0', ''])
    .optional()
    .transform((value) => (value ? value === 'true' || value === '1' : whenUnset));

/** A text without spaces around it; null where it is unset or empty. */
export const text = z
  .string()
  .optional()
  .transform((value) => value?.trim() || null);
