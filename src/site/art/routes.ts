// Made by scripts/make-routes.ts from real geography. Change it there.

/** The units of the map; its ground is `public/art/routes-ground.svg`. */
export const MAP_SIZE = { width: 1440, height: 840 } as const;

/** Where a city lies on the map, and how far from Jaipur along the great circle. */
export const CITIES = {
  jaipur: { x: 1166, y: 560, kmFromJaipur: 0 },
  delhi: { x: 1170.9, y: 544.3, kmFromJaipur: 235 },
  philadelphia: { x: 547.8, y: 112.3, kmFromJaipur: 11996 },
  london: { x: 748.2, y: 367.6, kmFromJaipur: 6750 },
  dubai: { x: 1032.3, y: 604, kmFromJaipur: 2056 },
} as const;

export type CityId = keyof typeof CITIES;

/** The great circles, as path data. */
export const ARCS = [
  {
    from: 'jaipur',
    to: 'philadelphia',
    path: 'M1166 560c-10.1-11.7-39.9-47.2-60.8-70c-20.9-22.8-42.5-45.3-64.4-67c-21.9-21.7-44.3-42.9-67-63.2c-22.7-20.3-45.9-40-69.2-58.6c-23.3-18.6-46.9-36.4-70.5-53c-23.6-16.6-47.5-32.4-71.3-46.7c-23.8-14.3-47.8-27.5-71.7-39.1c-23.9-11.6-47.8-21.9-71.7-30.2c-23.9-8.4-59.7-16.6-71.6-19.9',
  },
  {
    from: 'delhi',
    to: 'philadelphia',
    path: 'M1170.9 544.3c-10.1-11.6-39.7-46.9-60.4-69.5c-20.7-22.6-42.2-44.8-64-66.2c-21.9-21.4-44.4-42.3-67.1-62.2c-22.8-19.9-46-39.1-69.4-57.2c-23.4-18.1-47.1-35.4-71-51.4c-23.9-16-48-31-72.1-44.6c-24.1-13.6-48.5-26.1-72.8-36.8c-24.3-10.7-48.7-20.2-73.1-27.5c-24.4-7.4-61-13.8-73.2-16.6',
  },
  {
    from: 'jaipur',
    to: 'london',
    path: 'M1166 560c-7.5-4.2-29.9-16.8-45-25c-15.1-8.2-30.4-16.3-45.7-24.2c-15.3-7.9-30.8-15.8-46.3-23.5c-15.5-7.7-31.2-15.2-46.8-22.6c-15.6-7.4-31.2-14.6-46.9-21.7c-15.7-7.1-31.4-14-47.1-20.7c-15.7-6.7-31.3-13.2-46.9-19.5c-15.6-6.3-31.3-12.4-46.8-18.3c-15.5-5.9-38.6-14.1-46.3-16.9',
  },
  {
    from: 'delhi',
    to: 'london',
    path: 'M1170.9 544.3c-7.6-3.9-30.1-15.8-45.4-23.6c-15.3-7.7-30.7-15.4-46.2-22.9c-15.5-7.5-31.2-14.8-46.9-21.9c-15.7-7.2-31.4-14.2-47.2-21c-15.8-6.8-31.6-13.4-47.5-19.9c-15.9-6.4-31.7-12.7-47.6-18.8c-15.9-6.1-31.8-12-47.6-17.6c-15.8-5.6-31.6-11-47.3-16.2c-15.7-5.2-39.2-12.3-47-14.8',
  },
  {
    from: 'jaipur',
    to: 'dubai',
    path: 'M1166 560c-7.4 2.5-29.4 10-44.2 14.9c-14.8 4.9-29.7 9.9-44.6 14.7c-14.9 4.9-37.4 12-44.9 14.4',
  },
  {
    from: 'delhi',
    to: 'dubai',
    path: 'M1170.9 544.3c-7.6 3.4-30.4 13.5-45.7 20.2c-15.3 6.7-30.8 13.3-46.3 19.9c-15.5 6.6-38.8 16.3-46.6 19.6',
  },
] as const satisfies readonly { from: CityId; to: CityId; path: string }[];
