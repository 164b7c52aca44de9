import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs of the system that measure or are measured against, and Debian's packages with them. */
const PACKAGES = { wrk: 'wrk', nginx: 'nginx', pgbench: 'postgresql-contrib', taskset: 'util-linux' } as const;

export type Program = keyof typeof PACKAGES;

/** The path of a program, or null. */
export function findProgram(program: Program): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders.map((folder) => join(folder, program)).find(isExecutable) ?? null;
}

export function notInstalled(program: Program): string {
  return `not measured: ${program} is not installed`;
}

/** One line for each missing program: what it is for and how to install it. */
export function describeMissing(): string[] {
  const programs = Object.keys(PACKAGES) as Program[];
  return programs
    .filter((program) => findProgram(program) === null)
    .map((program) => `${program} is not installed (Debian: apt-get install ${PACKAGES[program]}).`);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
