import { firm, type Address, type Coordinates, type PhoneNumber } from './firm.ts';

export type FirmOffice = {
  label: string;
  phone: PhoneNumber;
  address: Address;
  coordinates: Coordinates;
};

/** The office shown on the map of the contact page. */
export const mainOffice: FirmOffice = {
  label: 'Jaipur, main office',
  phone: firm.phone,
  address: firm.address,
  coordinates: firm.coordinates,
};

export const offices: readonly FirmOffice[] = [
  mainOffice,
  {
    label: 'Jaipur, Tonk Road',
    phone: firm.people.managing.phone,
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
    phone: firm.people.tax.phone,
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
    phone: firm.people.trade.phone,
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
    phone: firm.people.usa.phone,
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

/** The lines of an envelope, in the order of the country. */
export function addressLines(address: Address): string[] {
  const { street, city, region, postalCode, country, countryCode } = address;
  if (countryCode === 'US') return [street, `${city}, ${region} ${postalCode}`, country];
  return [street, `${city} ${postalCode}`, `${region}, ${country}`];
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
