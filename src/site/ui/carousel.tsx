import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { clsx } from 'clsx';
import { IconButton } from './icon-button.tsx';
import { useAutoplay, type AutoplaySettings } from './use-autoplay.ts';

export type CarouselWords = {
  region: string;
  /** The name of a slide: "2 of 6". */
  slide: (n: number, total: number) => string;
  previous: string;
  next: string;
  pause: string;
  play: string;
};

type CarouselProps = AutoplaySettings & {
  words: CarouselWords;
  slides: readonly { id: string; content: ReactNode }[];
  /** What stands at the head of the row: a heading, perhaps a subtitle. */
  head: ReactNode;
  /** Links beside the buttons. */
  actions?: ReactNode;
  /** A class that gives `--slide` (the width of a slide) and `--slide-gap`. */
  className?: string;
};

const STEPS: Partial<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * A row of slides that moves by itself. From the server it is a plain row that snaps as it is scrolled, and stays one
 * without JavaScript; the buttons appear when there is something to press.
 */
export function Carousel({ words, slides, head, actions, className, ...settings }: CarouselProps) {
  const { viewportRef, isLive, canMove, isPlaying, hold, release, toggle, step } = useAutoplay(settings);
  const moveByKey = (event: KeyboardEvent) => {
    const direction = STEPS[event.key];
    if (!direction) return;
    event.preventDefault();
    step(direction);
  };
  const releaseWhenFocusLeaves = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) release();
  };
  return (
    <div className={clsx('carousel', className)} data-live={isLive || undefined} data-loop={settings.loop || undefined}>
      <div className="row-head">
        <div>{head}</div>
        <div className="controls">
          {actions}
          {(canMove || !isLive) && (
            <>
              <IconButton
                icon={isPlaying ? 'pause' : 'play'}
                label={isPlaying ? words.pause : words.play}
                onClick={toggle}
              />
              <IconButton className="square--step" icon="left" label={words.previous} onClick={() => step(-1)} />
              <IconButton className="square--step" icon="right" label={words.next} onClick={() => step(1)} />
            </>
          )}
        </div>
      </div>
      <div
        className="carousel__viewport"
        ref={viewportRef}
        role="group"
        aria-roledescription="carousel"
        aria-label={words.region}
        tabIndex={0}
        onKeyDown={moveByKey}
        onMouseEnter={hold}
        onMouseLeave={release}
        onFocus={hold}
        onBlur={releaseWhenFocusLeaves}
      >
        <ul className="carousel__track">
          {slides.map(({ id, content }, index) => (
            <li className="carousel__slide" key={id} aria-label={words.slide(index + 1, slides.length)}>
              {content}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
