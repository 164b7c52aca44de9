import type { QueryClient } from '@tanstack/react-query';

/**
 * Reads again whatever a write has made stale. What is being read for the first time at this moment may have been asked
 * before the write, and would pass for fresh: it is asked anew.
 */
export async function refresh(queryClient: QueryClient, stale: readonly (readonly string[])[]): Promise<void> {
  await Promise.all(
    stale.map(async (queryKey) => {
      await queryClient.cancelQueries({ queryKey });
      await queryClient.invalidateQueries({ queryKey });
    }),
  );
}
