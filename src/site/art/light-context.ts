import { type Context, createContext } from 'react';
import type { Light } from './daylight.ts';

/** The light of a page that does not know the hour. */
export const DEFAULT_LIGHT: Light = 'evening';

/** The light behind the lattices of the page. */
export const LightContext: Context<Light> = createContext<Light>(DEFAULT_LIGHT);
