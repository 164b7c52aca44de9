import { createContext, use } from 'react';

/** Whether the signed-in person is a writer, and no administrator. What they may do is decided by row-level security. */
export const IsWriter = createContext(false);

export function useIsWriter(): boolean {
  return use(IsWriter);
}
