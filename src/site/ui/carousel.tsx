import type { FocusEvent, KeyboardEvent, PointerEvent, ReactNode, ButtonHTMLAttributes } from 'react';
import { clsx } from 'clsx';
import { Button } from './button.tsx';
import { useAutoplay, type AutoplaySettings } from './use-autoplay.ts';
import { Icon, type IconName } from './icon.tsx';

export type CarouselWords = {
  region: string;
  /** The name of a slide: "2 of 6". */
  slide: (n: number, total: number) => string;
  previous: string;
  next: string;
  /** On phones, without an arrow: the name of the button is `next`. */
  step: string;
  pause: string;
  play: string;
};

type CarouselProps = AutoplaySettings & {
  words: CarouselWords;
  slides: readonly { id: string; content: ReactNode }[];
  /** Heading and optional subtitle above the row. */
  head: ReactNode;
  /** Links beside the buttons. */
  actions?: ReactNode;
  /** A class that sets `--slide` (the width of a slide) and `--slide-gap`. */
  className?: string;
};

const STEPS: Partial<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * A row of slides that moves by itself. Server-rendered, and without JavaScript, it is a scrollable row with scroll
 * snapping; the buttons appear after hydration, when there are more slides than fit.
 */
export function Carousel({ words, slides, head, actions, className, ...settings }: CarouselProps) {
  const { viewportRef, isLive, canMove, selected, isPlaying, hold, release, toggle, step } = useAutoplay(settings);
  const moveByKey = (event: KeyboardEvent) => {
    const direction = STEPS[event.key];
    // Alt or Cmd with an arrow is the browser's way back.
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(direction);
  };
  // A tap also moves the focus, and some browsers follow it with the events of a mouse.
  const holdForMouse = (event: PointerEvent) => event.pointerType === 'mouse' && hold();
  const releaseForMouse = ({ pointerType, currentTarget }: PointerEvent) =>
    pointerType === 'mouse' && !currentTarget.contains(document.querySelector(':focus-visible')) && release();
  const holdForKeyboard = (event: FocusEvent) => event.target.matches(':focus-visible') && hold();
  const releaseWhenFocusLeaves = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) release();
  };
  return (
    <div className={clsx('carousel', className)} data-live={isLive || undefined} data-loop={settings.loop || undefined}>
      <div className="carousel__head wraps">
        <div>{head}</div>
        <div className="carousel__controls row screen-only">
          {actions}
          {(canMove || !isLive) && (
            <>
              <IconButton
                icon={isPlaying ? 'pause' : 'play'}
                label={isPlaying ? words.pause : words.play}
                onClick={toggle}
              />
              <span className="carousel__place tabular" aria-hidden="true">
                {selected + 1} / {slides.length}
              </span>
              <Button
                className="carousel__on"
                variant="line"
                size="small"
                aria-label={words.next}
                onClick={() => step(1)}
              >
                {words.step}
              </Button>
              <IconButton className="carousel__step" icon="left" label={words.previous} onClick={() => step(-1)} />
              <IconButton className="carousel__step" icon="right" label={words.next} onClick={() => step(1)} />
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
        onPointerEnter={holdForMouse}
        onPointerLeave={releaseForMouse}
        onFocus={holdForKeyboard}
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

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & { icon: IconName; label: string };

/** A square button with an icon; `label` is its accessible name. */
function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} className={clsx('icon-button framed', className)} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
