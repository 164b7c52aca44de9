export function trackedFiles(root: string): string[] | null;
export function matchingFiles(root: string, patterns: readonly string[]): string[];
