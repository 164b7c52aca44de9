import { ACTIVITY_DAYS, ACTIVITY_DAYS_RANGE } from '#contract/retention.ts';
import { wholeNumber } from './variables.ts';

/** The variables of people's data. */
export const peopleVariables = {
  KEEP_ACTIVITY_DAYS: wholeNumber(ACTIVITY_DAYS_RANGE.least, ACTIVITY_DAYS_RANGE.most).transform(
    (days) => days ?? ACTIVITY_DAYS,
  ),
};
