import { Icon } from './icon.tsx';

const PLACES = [1, 2, 3, 4, 5] as const;

/** A rating of 1 to 5 as five stars; screen readers get one label. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className="stars" role="img" aria-label={`${rating} out of ${PLACES.length} stars`}>
      {PLACES.map((place) => (
        <Icon key={place} name="star" className={place <= rating ? 'star' : 'star star--off'} />
      ))}
    </span>
  );
}
