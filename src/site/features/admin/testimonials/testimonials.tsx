import { NAME_MAX_LENGTH, RATING_DEFAULT } from '#contract/limits.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { Badge } from '#site/ui/badge.tsx';
import { Stars } from '#site/ui/stars.tsx';
import { describeFlatItems } from '../flat-items/flat-items.ts';

const words = dashboard.testimonials;
const { fields: labels, columns, errors } = words;

export const testimonials = describeFlatItems({
  kind: 'testimonial',
  words,
  fields: {
    name: { input: 'text', label: labels.name, required: errors.name, maxLength: NAME_MAX_LENGTH },
    company: { input: 'text', label: labels.company, required: errors.company, maxLength: NAME_MAX_LENGTH },
    testimonial: { input: 'paragraphs', label: labels.testimonial, required: errors.testimonial, rows: 5 },
    rating: { input: 'rating', label: labels.rating, initial: RATING_DEFAULT },
    is_featured: { input: 'checkbox', label: labels.featured, initial: false },
  },
  nameHeading: columns.name,
  underName: ({ company }) => <span className="items__slug label soft">{company}</span>,
  columns: [
    { heading: columns.testimonial, show: ({ testimonial }) => <p className="small clamp">{testimonial}</p> },
    { heading: columns.rating, show: ({ rating }) => <Stars rating={rating} /> },
    {
      heading: columns.featured,
      show: ({ is_featured }) => is_featured && <Badge tone="muted">{words.featured}</Badge>,
    },
  ],
});
