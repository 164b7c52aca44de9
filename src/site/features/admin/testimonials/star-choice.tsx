import { RATING_MAX, RATING_MIN } from '#contract/limits.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { Icon } from '#site/ui/icon.tsx';

const RATINGS = Array.from({ length: RATING_MAX - RATING_MIN + 1 }, (_, index) => RATING_MIN + index);

type StarChoiceProps = { id: string; rating: number; onChange: (rating: number) => void };

/** A rating: a group of radio buttons, so that the arrow keys change it. */
export function StarChoice({ id, rating, onChange }: StarChoiceProps) {
  const words = dashboard.testimonials;
  return (
    <fieldset className="star-choice" id={id}>
      <legend className="field__label">{words.fields.rating}</legend>
      <div className="star-choice__row row">
        {RATINGS.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name="rating"
              value={value}
              checked={rating === value}
              onChange={() => onChange(value)}
            />
            <span className="sr-only">{words.stars(value)}</span>
            <Icon name="star" className={value <= rating ? 'star' : 'star star--off'} />
          </label>
        ))}
        <span className="soft tabular" aria-hidden="true">
          {words.stars(rating)}
        </span>
      </div>
    </fieldset>
  );
}
