/**
 * The words of the two carousels of the home page that no administrator changes. Apart from home.ts, because the browser
 * loads these and not the words that are only in the HTML.
 */
export const homeLists = {
  blog: {
    all: { label: 'View All Articles', href: '/blog' },
    loading: 'Loading articles',
    pause: 'Pause the articles',
    resume: 'Let the articles move',
    previous: 'Previous articles',
    next: 'Next articles',
  },
  testimonials: {
    loading: 'Loading testimonials',
    errorPrefix: 'Error loading testimonials: ',
    unexpectedError: 'An unexpected error occurred',
    empty: 'No testimonials available at the moment. Check back soon!',
    region: 'Testimonials',
    pause: 'Pause the testimonials',
    resume: 'Let the testimonials move',
    previous: 'Previous testimonials',
    next: 'Next testimonials',
  },
};
