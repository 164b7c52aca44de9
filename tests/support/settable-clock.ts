// Loaded before an app (`--import`): shifts its clock by the milliseconds in the file CLOCK_OFFSET_FILE, which is read
// again at SIGUSR2 and then copied to `<file>.set`. As on a machine whose clock is set, timers and `performance.now()`
// are not changed.
import { readFileSync, writeFileSync } from 'node:fs';

const file = process.env['CLOCK_OFFSET_FILE'] ?? '';
const SystemDate = Date;
let offset = 0;
const now = (): number => SystemDate.now() + offset;

function readOffset(): void {
  const text = readFileSync(file, 'utf8');
  offset = Number(text);
  writeFileSync(`${file}.set`, text);
}

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  apply: () => new SystemDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});

readOffset();
process.on('SIGUSR2', readOffset);
