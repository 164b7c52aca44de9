import type { Link } from './page.ts';

/** The way to a page, over its title. */
export const crumbWords = {
  label: 'You are here',
  home: { label: 'Home', href: '/' } satisfies Link,
  services: { label: 'Services', href: '/services' } satisfies Link,
} as const;
