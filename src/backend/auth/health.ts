import type { Endpoint } from '../http/env.ts';

/** GET /health: clients check the name. */
export function health(): Endpoint {
  return async (c) =>
    c.json({
      version: 'embedded',
      name: 'GoTrue',
      description: 'GoTrue is a user registration and authentication API',
    });
}
