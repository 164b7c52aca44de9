import { type RouteConfig, index, route } from '@react-router/dev/routes';
import { ROUTE_TABLE } from './route-table.ts';

/** The routes as React Router's build reads them. The table itself is route-table.ts. */
export default ROUTE_TABLE.map(({ path, module }, at) => {
  if (path === '/') return index(module);
  // The id of a route is its module; further routes of one module are told apart by their path.
  const isRepeated = ROUTE_TABLE.findIndex((other) => other.module === module) < at;
  return route(path.replace(/^\//, ''), module, isRepeated ? { id: path } : {});
}) satisfies RouteConfig;
