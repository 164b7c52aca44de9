import { useEffect, useMemo, useRef, useState } from 'react';
import Autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel from 'embla-carousel-react';
import { useReducedMotion } from './use-reduced-motion.ts';

export type AutoplaySettings = {
  delayMs: number;
  /** Whether a drag, an arrow or a key ends the moving until the pointer next leaves the row. */
  stopOnInteraction: boolean;
  loop: boolean;
};

/**
 * An Embla carousel that moves by itself, and the reasons for it not to: the pointer is over it, the keyboard is in
 * it, its pause button was pressed, or the visitor prefers less motion (WCAG 2.2.2). The plugin keeps only the timer:
 * what its own options would restart after a drag or a lost focus does not know of the pause button.
 */
export function useAutoplay({ delayMs, stopOnInteraction, loop }: AutoplaySettings) {
  const plugins = useMemo(() => [Autoplay({ delay: delayMs, playOnInit: false, stopOnFocusIn: false })], [delayMs]);
  const [viewportRef, embla] = useEmblaCarousel({ align: 'start', loop, containScroll: 'trimSnaps' }, plugins);
  const prefersStill = useReducedMotion();
  const [choice, setChoice] = useState<'play' | 'pause' | null>(null);
  const [isInterrupted, setInterrupted] = useState(false);
  const isHeld = useRef(false);
  const mayPlay = (choice ?? (prefersStill ? 'pause' : 'play')) === 'play' && !isInterrupted;

  useEffect(() => {
    // Whatever was scrolled by hand before the script arrived belongs to Embla from here on.
    if (embla) embla.rootNode().scrollLeft = 0;
  }, [embla]);

  useEffect(() => {
    const timer = embla?.plugins().autoplay;
    if (!embla || !timer || !mayPlay) return;
    const goOn = () => (stopOnInteraction ? setInterrupted(true) : isHeld.current || timer.play());
    if (!isHeld.current) timer.play();
    embla.on('pointerUp', goOn);
    return () => {
      embla.off('pointerUp', goOn);
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
    setChoice(mayPlay ? 'pause' : 'play');
  };
  const step = (direction: -1 | 1) => {
    if (direction < 0) embla?.scrollPrev();
    else embla?.scrollNext();
    if (stopOnInteraction) setInterrupted(true);
    else embla?.plugins().autoplay.reset();
  };

  return { viewportRef, isLive: Boolean(embla), isPlaying: mayPlay, hold, release, toggle, step };
}
