import type { Address, Coordinates, FirmWords } from '#contract/words/firm.ts';
import { currentWords } from './current-words.ts';
import { builtInPeople, firm } from './firm.ts';

export type FirmOffice = FirmWords['otherOffices'][number];

const builtInOtherOffices: FirmWords['otherOffices'] = [
  {
    label: 'Jaipur, Tonk Road',
    phone: builtInPeople.managing.phone,
    address: {
      street: 'Sample Plaza, Tonk Road, Durgapura',
      city: 'Jaipur',
      region: 'Rajasthan',
      postalCode: '302 018',
      country: 'India',
      countryCode: 'IN',
    },
    coordinates: { latitude: 26.8505, longitude: 75.7937 },
  },
  {
    label: 'Gurugram',
    phone: builtInPeople.tax.phone,
    address: {
      street: 'Sample Tower, Golf Course Road, Sector 54',
      city: 'Gurugram',
      region: 'Haryana',
      postalCode: '122 002',
      country: 'India',
      countryCode: 'IN',
    },
    coordinates: { latitude: 28.4412, longitude: 77.1019 },
  },
  {
    label: 'Delhi',
    phone: builtInPeople.trade.phone,
    address: {
      street: 'Sample House, Barakhamba Road',
      city: 'New Delhi',
      region: 'Delhi',
      postalCode: '110 001',
      country: 'India',
      countryCode: 'IN',
    },
    coordinates: { latitude: 28.6302, longitude: 77.2263 },
  },
  {
    label: 'Philadelphia',
    phone: builtInPeople.usa.phone,
    address: {
      street: 'Sample Building, Market Street',
      city: 'Philadelphia',
      region: 'PA',
      postalCode: '19103',
      country: 'USA',
      countryCode: 'US',
    },
    coordinates: { latitude: 39.9529, longitude: -75.1705 },
  },
];

export const builtInOffices = {
  mainOfficeLabel: 'Jaipur, main office',
  otherOffices: builtInOtherOffices,
} satisfies Partial<FirmWords>;

const words: Readonly<typeof builtInOffices> = currentWords('firm', builtInOffices);

/** The office shown on the map of the contact page. */
export const mainOffice: FirmOffice = {
  get label() {
    return words.mainOfficeLabel;
  },
  get phone() {
    return firm.phone;
  },
  get address() {
    return firm.address;
  },
  get coordinates() {
    return firm.coordinates;
  },
};

/** All offices, the main one first. */
export const listOffices = (): readonly FirmOffice[] => [mainOffice, ...words.otherOffices];

/** The lines of an envelope, in the order of the country. */
export function addressLines(address: Address): string[] {
  const { street, city, region, postalCode, country, countryCode } = address;
  if (countryCode === 'US') return [street, `${city}, ${region} ${postalCode}`, country];
  return [street, `${city} ${postalCode}`, `${region}, ${country}`];
}

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
