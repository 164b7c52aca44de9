import { createProbe } from '../database/probe.ts';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { causedBy } from '../http/error-catalogue.ts';
import type { Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';
import { AuthError } from './errors.ts';

/**
 * GET /health: clients check the name. 503 `database_unavailable` while the database does not answer; GoTrue itself does
 * not ask its database.
 */
export function health({ database }: Pick<AuthDeps, 'database'>): Endpoint {
  const isAnswering = createProbe(database);
  return async (c) => {
    if (!(await isAnswering())) {
      const cause = new DatabaseUnavailable('unreachable', 'The database does not answer');
      throw causedBy(new AuthError('database_unavailable'), cause);
    }
    return c.json({
      version: 'embedded',
      name: 'GoTrue',
      description: 'GoTrue is a user registration and authentication API',
    });
  };
}
