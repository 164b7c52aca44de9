import { type RouteConfig, index, route } from '@react-router/dev/routes';
import { ROUTE_TABLE } from './route-table.ts';

/** The routes as React Router's build reads them. The table itself is route-table.ts. */
export default ROUTE_TABLE.map(({ path, module }) =>
  path === '/' ? index(module) : route(path.replace(/^\//, ''), module),
) satisfies RouteConfig;
