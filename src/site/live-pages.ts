/** The pages that hydrate: something lives on them. All others are plain documents without framework code. */
const LIVE_PATHS = new Set(['/', '/blog', '/contact', '/auth', '/admin']);

export function livePaths(): string[] {
  return [...LIVE_PATHS];
}

/** Whether the page at this path (no query, no anchor) runs React in the browser. */
export function isLivePath(path: string): boolean {
  return LIVE_PATHS.has(path);
}
