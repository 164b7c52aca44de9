import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const fileIn = (testRunFolder: string) => join(testRunFolder, 'figures.txt');

/** Adds a line to the figures of a run. */
export function writeFigure(testRunFolder: string, line: string): void {
  appendFileSync(fileIn(testRunFolder), `${line}\n`);
}

/** The figures of a run, or null when none was recorded. */
export function readFigures(testRunFolder: string): string | null {
  const file = fileIn(testRunFolder);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}
