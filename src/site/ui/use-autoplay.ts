import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react';
import { useMedia } from './use-media.ts';

type EmblaCarouselType = NonNullable<UseEmblaCarouselType[1]>;

export type AutoplaySettings = {
  delayMs: number;
  /** Whether a drag, a button or a key stops autoplay until the pointer next leaves the row. */
  stopOnInteraction: boolean;
  loop: boolean;
};

/**
 * An Embla carousel that moves by itself. It stays still while a mouse is over it or the keyboard is in it, while it is
 * dragged, after its pause button was pressed, in a hidden window, and under reduced motion (WCAG 2.2.2).
 */
export function useAutoplay({ delayMs, stopOnInteraction, loop }: AutoplaySettings) {
  const [viewportRef, embla] = useEmblaCarousel({ align: 'start', loop, containScroll: 'trimSnaps' });
  const prefersStill = useMedia('(prefers-reduced-motion: reduce)', true);
  const [choice, setChoice] = useState<'play' | 'pause' | null>(null);
  const [isInterrupted, setInterrupted] = useState(false);
  const [isHeld, setHeld] = useState(false);
  /** Steps by hand: after each the slide stays for the whole delay. */
  const [steps, setSteps] = useState(0);
  /** False when all slides fit. */
  const canMove = useEmblaValue(embla, (carousel) => carousel.scrollSnapList().length > 1, false);
  /** The position of the first slide in view, from 0. */
  const selected = useEmblaValue(embla, (carousel) => carousel.selectedScrollSnap(), 0);
  const isWanted = (choice ?? (prefersStill ? 'pause' : 'play')) === 'play' && !isInterrupted;
  const isMoving = isWanted && canMove && !isHeld;

  useEffect(() => {
    // The row may have been scrolled before hydration; Embla positions slides by transforms.
    if (embla) embla.rootNode().scrollLeft = 0;
  }, [embla]);

  useEffect(() => {
    if (!embla || !isMoving) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    const move = () => (embla.canScrollNext() ? embla.scrollNext() : embla.scrollTo(0));
    const stop = () => clearInterval(timer);
    const restart = () => {
      stop();
      if (!document.hidden) timer = setInterval(move, delayMs);
    };
    const letGo = stopOnInteraction ? () => setInterrupted(true) : restart;
    restart();
    embla.on('pointerDown', stop).on('pointerUp', letGo);
    document.addEventListener('visibilitychange', restart);
    return () => {
      embla.off('pointerDown', stop).off('pointerUp', letGo);
      document.removeEventListener('visibilitychange', restart);
      stop();
    };
  }, [embla, isMoving, stopOnInteraction, delayMs, steps]);

  const hold = () => setHeld(true);
  const release = () => {
    setHeld(false);
    setInterrupted(false);
  };
  const toggle = () => {
    setInterrupted(false);
    setChoice(isWanted ? 'pause' : 'play');
  };
  const step = (direction: -1 | 1) => {
    // Under reduced motion a step jumps.
    if (direction < 0) embla?.scrollPrev(prefersStill);
    else embla?.scrollNext(prefersStill);
    if (stopOnInteraction) setInterrupted(true);
    setSteps((count) => count + 1);
  };

  return {
    viewportRef,
    isLive: Boolean(embla),
    canMove,
    selected,
    isPlaying: isWanted,
    hold,
    release,
    toggle,
    step,
  };
}

/** What is read of the carousel, also when it moves or is laid out again; `before` is the value without one. */
function useEmblaValue<Value>(
  embla: EmblaCarouselType | undefined,
  read: (carousel: EmblaCarouselType) => Value,
  before: Value,
): Value {
  const subscribe = useCallback(
    (listener: () => void) => {
      embla?.on('select', listener).on('reInit', listener);
      return () => {
        embla?.off('select', listener).off('reInit', listener);
      };
    },
    [embla],
  );
  return useSyncExternalStore(
    subscribe,
    () => (embla ? read(embla) : before),
    () => before,
  );
}
