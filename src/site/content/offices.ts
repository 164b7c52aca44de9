import type { Address, FirmWords } from '#contract/words/firm.ts';
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
