import type { CityId } from '#site/art/routes.ts';
import { RouteMap, type MapPlace } from './route-map.tsx';

export type RegionMapProps = {
  region: Extract<CityId, 'philadelphia' | 'london' | 'dubai'>;
  places: readonly MapPlace[];
};

/** A part of the route map, cut round one region, for the international page. */
export function RegionMap({ region, places }: RegionMapProps) {
  return (
    <div className={`region-map region-map--${region}`}>
      <RouteMap places={places} />
    </div>
  );
}
