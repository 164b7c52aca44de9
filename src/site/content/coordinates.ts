import type { Coordinates } from '#contract/words/firm.ts';

/** Such as "26.91° N, 75.79° E". */
export function coordinatesLabel({ latitude, longitude }: Coordinates): string {
  const degrees = (value: number, [positive, negative]: readonly [string, string]) =>
    `${Math.abs(value).toFixed(2)}° ${value < 0 ? negative : positive}`;
  return `${degrees(latitude, ['N', 'S'])}, ${degrees(longitude, ['E', 'W'])}`;
}

/** Opens directions in the visitor's map application (Google's documented Maps URLs, `dir` action). */
export function directionsUrl({ latitude, longitude }: Coordinates): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${latitude}%2C${longitude}`;
}

/** Half the width and height of the embedded map, in degrees: some 1.2 km at Jaipur. */
const MAP_REACH = { latitude: 0.006, longitude: 0.012 };

/** OpenStreetMap's embedded map with a marker: the address of a frame, to be requested only when the visitor asks. */
export function mapEmbedUrl({ latitude, longitude }: Coordinates): string {
  const url = new URL('https://www.openstreetmap.org/export/embed.html');
  const corners = [
    longitude - MAP_REACH.longitude,
    latitude - MAP_REACH.latitude,
    longitude + MAP_REACH.longitude,
    latitude + MAP_REACH.latitude,
  ];
  url.searchParams.set('bbox', corners.map((degrees) => degrees.toFixed(4)).join(','));
  url.searchParams.set('layer', 'mapnik');
  url.searchParams.set('marker', `${latitude},${longitude}`);
  return url.href;
}

/** The same place on a page of its own. */
export function mapPageUrl({ latitude, longitude }: Coordinates): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
}
