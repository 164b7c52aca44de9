import { leaders, type Leader } from '#site/content/team.ts';
import type { PortrayedPerson } from '#site/sections/person-figure.tsx';

/** A leader in the shape of `PersonFigure`. */
export function personOf({ name, designation, phone, photograph }: Leader): PortrayedPerson {
  return { name, designation, phone, image: photograph };
}

const [managing, trade, tax, usa] = leaders;

/** The partner responsible for a field of services. */
export const partners = {
  managing: personOf(managing),
  trade: personOf(trade),
  tax: personOf(tax),
  usa: personOf(usa),
};
