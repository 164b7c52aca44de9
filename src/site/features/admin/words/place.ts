import { firmSchema } from '#contract/words/firm.ts';

/** The coordinates of a place, as the fields have them. */
export type TypedPlace = { latitude: string; longitude: string };

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d{1,20})?)`;
/** How links and texts write a place. A link of Google Maps may have the middle of the map beside the pin: `@`. */
const FORMS = [
  `!3d${NUMBER}!4d${NUMBER}`,
  `[?&]mlat=${NUMBER}&mlon=${NUMBER}`,
  String.raw`(?:[?&](?:q|query|ll|destination)=(?:loc:)?|/(?:place|search)/)${NUMBER},[ +]?${NUMBER}`,
  String.raw`#map=\d{1,2}(?:\.\d{1,2})?/${NUMBER}/${NUMBER}`,
  `/@${NUMBER},${NUMBER}`,
  `^${NUMBER}(?:, ?| )${NUMBER}$`,
  // redos-disable-next-line -- the forms are above, and every repetition in them is bounded
].map((form) => new RegExp(form));

/** The place that a text such as `26.9124, 75.7873` or a link of Google Maps or OpenStreetMap names, or null. */
export function parsePlace(text: string): TypedPlace | null {
  const plain = text.trim().replaceAll(/%2c/gi, ',');
  for (const form of FORMS) {
    const [, latitude, longitude] = form.exec(plain) ?? [];
    if (latitude === undefined || longitude === undefined) continue;
    const numbers = { latitude: Number(latitude), longitude: Number(longitude) };
    return firmSchema.shape.coordinates.safeParse(numbers).success ? { latitude, longitude } : null;
  }
  return null;
}
