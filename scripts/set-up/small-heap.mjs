/**
 * Renderings and waiting requests leave megabytes of short-lived objects. V8's defaults (semi-spaces of 16 MB, a heap of
 * four times what is in use) let the process grow by 150 MB under load. A process answers on one core, where the
 * threads of a parallel scavenge only wait for each other (decision 26). The collector is
 * exposed for release-memory.ts.
 */
export const SMALL_HEAP = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=50',
  '--no-parallel-scavenge',
  '--expose-gc',
];
