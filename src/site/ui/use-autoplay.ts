import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import Autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react';
import { useReducedMotion } from './use-reduced-motion.ts';

type EmblaCarouselType = NonNullable<UseEmblaCarouselType[1]>;

export type AutoplaySettings = {
  delayMs: number;
  /** Whether a drag, a button or a key stops autoplay until the pointer next leaves the row. */
  stopOnInteraction: boolean;
  loop: boolean;
};

/**
 * An Embla carousel with autoplay. Autoplay stops while a mouse is over the carousel or the keyboard is in it, after its
 * pause button was pressed, and under reduced motion (WCAG 2.2.2). The plugin is used as a timer only: its own options
 * restart autoplay after a drag or a blur regardless of the pause button.
 */
export function useAutoplay({ delayMs, stopOnInteraction, loop }: AutoplaySettings) {
  const plugins = useMemo(() => [Autoplay({ delay: delayMs, playOnInit: false, stopOnFocusIn: false })], [delayMs]);
  const [viewportRef, embla] = useEmblaCarousel({ align: 'start', loop, containScroll: 'trimSnaps' }, plugins);
  const prefersStill = useReducedMotion();
  const [choice, setChoice] = useState<'play' | 'pause' | null>(null);
  const [isInterrupted, setInterrupted] = useState(false);
  const isHeld = useRef(false);
  const canMove = useCanMove(embla);
  const isWanted = (choice ?? (prefersStill ? 'pause' : 'play')) === 'play' && !isInterrupted;
  const mayPlay = isWanted && canMove;

  useEffect(() => {
    // The row may have been scrolled before hydration; Embla positions slides by transforms.
    if (embla) embla.rootNode().scrollLeft = 0;
  }, [embla]);

  useEffect(() => {
    const timer = embla?.plugins().autoplay;
    if (!embla || !timer || !mayPlay) return;
    const goOn = () => (stopOnInteraction ? setInterrupted(true) : isHeld.current || timer.play());
    const begin = () => isHeld.current || timer.play();
    begin();
    embla.on('pointerUp', goOn);
    // A resize reinitialises the plugin, stopped.
    embla.on('reInit', begin);
    return () => {
      embla.off('pointerUp', goOn).off('reInit', begin);
      timer.stop();
    };
  }, [embla, mayPlay, stopOnInteraction]);

  const hold = () => {
    isHeld.current = true;
    embla?.plugins().autoplay.stop();
  };
  const release = () => {
    isHeld.current = false;
    setInterrupted(false);
    if (mayPlay) embla?.plugins().autoplay.play();
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
    else embla?.plugins().autoplay.reset();
  };

  return { viewportRef, isLive: Boolean(embla), canMove, isPlaying: isWanted, hold, release, toggle, step };
}

/** False when all slides fit: the plugin does not initialise then, and `play` throws. */
function useCanMove(embla: EmblaCarouselType | undefined): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      embla?.on('reInit', listener);
      return () => {
        embla?.off('reInit', listener);
      };
    },
    [embla],
  );
  return useSyncExternalStore(
    subscribe,
    () => embla !== undefined && embla.scrollSnapList().length > 1,
    () => false,
  );
}
