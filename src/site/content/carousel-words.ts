type Buttons = { previous: string; next: string; pause: string; resume: string };

const STEP = 'Next';

export function carouselWords(region: string, { previous, next, pause, resume }: Buttons) {
  return {
    region,
    slide: (n: number, total: number) => `${n} of ${total}`,
    previous,
    next,
    step: STEP,
    pause,
    play: resume,
  };
}
