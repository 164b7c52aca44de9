export const SMALL_HEAP: readonly string[];
