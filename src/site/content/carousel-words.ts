type Buttons = { previous: string; next: string; pause: string; resume: string };

/** The names that a screen reader hears for a row that moves by itself. */
export function carouselWords(region: string, { previous, next, pause, resume }: Buttons) {
  return { region, slide: '{n} of {total}', previous, next, pause, play: resume };
}
