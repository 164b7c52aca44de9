import type { CityId } from '#site/art/routes.ts';
import { RouteMap, type MapPlace } from './route-map.tsx';

export type RegionMapProps = {
  region: Extract<CityId, 'philadelphia' | 'london' | 'dubai'>;
  places: readonly MapPlace[];
};

/** The part of the route map around one region. */
export function RegionMap({ region, places }: RegionMapProps) {
  return (
    <div className={`region-map region-map--${region}`}>
      <RouteMap places={places} />
    </div>
  );
}
