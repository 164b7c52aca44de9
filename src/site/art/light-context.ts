import { type Context, createContext } from 'react';
import { DEFAULT_LIGHT, type Light } from './daylight.ts';

/** The light behind the lattices of the page. */
export const LightContext: Context<Light> = createContext<Light>(DEFAULT_LIGHT);
