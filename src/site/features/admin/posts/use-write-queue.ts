import { useRef } from 'react';

/** Runs the writes of a form one after another, so that each starts from what the one before it wrote. */
export function useWriteQueue(): <Result>(write: () => Promise<Result>) => Promise<Result> {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (write) => {
    const next = last.current.then(write, write);
    last.current = next;
    return next;
  };
}
