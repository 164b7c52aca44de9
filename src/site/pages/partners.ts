import { leaders, type Leader } from '#site/content/team.ts';
import type { Person } from '#site/sections/person-figure.tsx';

/** A leader as the portraits take one. */
export function personOf({ name, designation, phone, photograph }: Leader): Person {
  return { name, designation, phone, image: photograph };
}

const [managing, trade, tax, usa] = leaders;

/** Who answers for a service, by field. */
export const partners = {
  managing: personOf(managing),
  trade: personOf(trade),
  tax: personOf(tax),
  usa: personOf(usa),
};
