import { Hono } from 'hono';
import type { BackendEnv } from '../../http/env.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { requireService } from '../require-service.ts';
import { generateLink } from './generate-link.ts';
import { adminUserDelete } from './user-delete.ts';
import { userFactorsDelete, userFactorsGet } from './user-factors.ts';
import { adminUserGet } from './user-get.ts';
import { adminUserPut } from './user-put.ts';
import { usersList } from './users-list.ts';
import { usersPost } from './users-post.ts';

/** The endpoints of the service key, with paths relative to `/auth/v1/admin`. */
export function adminRoutes(deps: AuthDeps): Hono<BackendEnv> {
  const app = new Hono<BackendEnv>();
  app.use(requireService(deps));
  app.get('/users', usersList(deps));
  app.post('/users', usersPost(deps));
  app.get('/users/:id', adminUserGet(deps));
  app.put('/users/:id', adminUserPut(deps));
  app.delete('/users/:id', adminUserDelete(deps));
  app.get('/users/:id/factors', userFactorsGet(deps));
  app.delete('/users/:id/factors/:factorId', userFactorsDelete(deps));
  app.post('/generate_link', generateLink(deps));
  for (const path of ['/users', '/users/:id', '/generate_link']) {
    app.all(path, () => {
      throw new AuthError('method_not_allowed');
    });
  }
  return app;
}
