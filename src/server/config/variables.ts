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

/** A variable that is a whole number; null where it is unset or empty. */
export const wholeNumber = (least: number, most: number) =>
  text
    .refine(
      (value) => value === null || (/^\d{1,6}$/.test(value) && Number(value) >= least && Number(value) <= most),
      `is not a whole number from ${least} to ${most}`,
    )
    .transform((value) => (value === null ? null : Number(value)));
