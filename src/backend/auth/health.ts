import type { Endpoint } from '../http/env.ts';

/** GET /health: that the service answers; the name is the one that clients look for. */
export function health(): Endpoint {
  return async (c) =>
    c.json({
      version: 'embedded',
      name: 'GoTrue',
      description: 'GoTrue is a user registration and authentication API',
    });
}
