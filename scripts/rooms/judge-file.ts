import { posix } from 'node:path';
import { findRoom, isListed, type RoomOfFile } from './find-room.ts';
import { type ImportEdge, readModule } from './read-module.ts';
import { type Aliases, resolveImport } from './resolve-import.ts';
import * as table from './table.ts';

export type Violation = { file: string; line: number; reason: string };
export type Verdict = { edges: number; violations: Violation[] };
export type Place = { root: string; aliases: Aliases };

/** Holds one file against every rule of the rooms. */
export function judgeFile(place: Place, file: string, source: string): Verdict {
  const facts = readModule(file, source);
  const violations: Violation[] = [];
  const blame = (line: number, reason: string): void => void violations.push({ file, line, reason });
  const own = findRoom(file);
  if (own === null) {
    blame(1, 'lies in no room; give its folder a line in scripts/rooms/table.ts');
    return { edges: facts.imports.length, violations };
  }
  for (const edge of facts.imports) {
    for (const reason of judgeEdge(place, file, own, edge)) blame(edge.line, reason);
  }
  if (!isAmong(table.ENVIRONMENT_READERS, file) && own.name !== 'config') {
    for (const line of facts.environment) blame(line, 'reads the environment; only src/server/config.ts does');
  }
  if (!table.RAW_HTML_FILES.includes(file)) {
    for (const line of facts.rawHtml) blame(line, `inserts raw HTML; only ${table.RAW_HTML_FILES.join(', ')} may`);
  }
  if (facts.isBarrel || /^index\.[cm]?[jt]sx?$/.test(posix.basename(file))) {
    blame(1, 'is a barrel file; import from the file that holds the thing');
  }
  return { edges: facts.imports.length, violations };
}

function judgeEdge(place: Place, file: string, own: RoomOfFile, edge: ImportEdge): string[] {
  if (edge.specifier === null) {
    if (isAmong(table.COMPUTED_IMPORTERS, file)) return [];
    return ['imports a computed path, which cannot be checked'];
  }
  const target = resolveImport(place.root, file, edge.specifier, place.aliases);
  if (target.kind === 'made-by-framework') return [];
  if (target.kind === 'broken') return [`imports '${edge.specifier}', which ${target.reason}`];
  if (target.kind === 'package') return judgePackage(file, own, target.name);
  const escape = target.way === 'relative' && topOf(file) !== topOf(target.path);
  return [
    ...(escape ? [`leaves its room by a relative path to ${target.path}; use the alias`] : []),
    ...judgeRoom(file, own, target.path),
    ...judgePower(own, target.path, edge.names),
  ];
}

function judgePackage(file: string, own: RoomOfFile, name: string): string[] {
  const { packages, rooms } = table.GUARDED_PACKAGES;
  if (isListed(packages, name) && !isListed(rooms, own.name)) return [`imports ${name}, which only ${rooms[0]} may`];
  const extras = [
    ...(isTest(file) ? table.TEST_EXTRAS.packages : []),
    ...(table.SERVER_FILE_EXTRAS.file.test(file) ? table.SERVER_FILE_EXTRAS.packages : []),
  ];
  return isListed([...own.room.packages, ...extras], name) ? [] : [`imports ${name}, which ${own.name} may not`];
}

function judgeRoom(file: string, own: RoomOfFile, path: string): string[] {
  const other = findRoom(path);
  if (other === null && /\.[cm]?[jt]sx?$/.test(path)) return [`imports ${path}, which lies in no room`];
  if (other === null || other.name === own.name) return [];
  const listed = isTest(file) ? [...own.room.rooms, ...table.TEST_EXTRAS.rooms] : own.room.rooms;
  return isListed(listed, other.name) ? [] : [`imports ${path}: ${own.name} may not import ${other.name}`];
}

/** Taking everything from the file that holds the power is taking the power. */
function judgePower(own: RoomOfFile, path: string, names: readonly string[]): string[] {
  const isTaken =
    path === 'src/backend/database/as-caller.ts' && names.some((name) => name === 'asBackend' || name === '*');
  return isTaken && !table.ELEVATED_ROOMS.includes(own.name) ? [`takes elevated power (asBackend) in ${own.name}`] : [];
}

/** Whether the file is in a list of files and of folders, which end in a slash. */
function isAmong(list: readonly string[], file: string): boolean {
  return list.some((at) => (at.endsWith('/') ? file.startsWith(at) : file === at));
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

/** Inside one of these, paths are relative; from one to another they go by alias. */
function topOf(file: string): string {
  const parts = file.split('/');
  return parts[0] === 'src' ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
}
