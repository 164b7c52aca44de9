import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/support/free-port.ts';
import { type Bench, type Measurement, bothTrees } from '../bench.ts';
import { startChild } from '../child.ts';
import { newDataFolder } from '../product/data-folder.ts';
import { send } from '../product/requests.ts';
import { inRounds, median, medianRatio } from '../report/statistics.ts';
import { milliseconds } from '../report/table.ts';
import type { Tree } from '../trees/tree.ts';

const MAX_MS = 2500;
const POLL_MS = 5;

/** From `npm start` on a data folder that was started before to the first page. */
export const startUp: Measurement = {
  name: 'start-up',
  run: async (bench) => {
    const starts: (() => Promise<number>)[] = [];
    for (const tree of await bothTrees(bench)) {
      const folder = await newDataFolder(bench, tree);
      const start = () => timeStart(bench, tree, folder);
      // The first start in this tree may fill caches.
      await start();
      starts.push(start);
    }
    const [present, earlier] = starts;
    if (!present) throw new Error('No version was started.');
    const times = await inRounds(bench.options.isQuick ? 2 : 5, { present, ...(earlier && { earlier }) });
    const measured = median(times.present);
    return [
      {
        measurement: startUp.name,
        what: 'second npm start → first page',
        mustReach: `at most ${MAX_MS / 1000} s`,
        measured: milliseconds(measured),
        met: measured <= MAX_MS,
        baseline: times.earlier ? milliseconds(median(times.earlier)) : '',
        ratio: times.earlier ? medianRatio(times.present, times.earlier) : null,
        details: { times },
      },
    ];
  },
};

/** Milliseconds from the command to the first page. The app is stopped again. */
async function timeStart({ closing }: Bench, tree: Tree, folder: string): Promise<number> {
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: folder };
  const begin = performance.now();
  const child = startChild('npm', ['start'], { cwd: tree.root, env, closing });
  let hasEnded = false;
  void child.ended.then(() => (hasEnded = true));
  try {
    for (;;) {
      const answer = await send(`http://127.0.0.1:${port}/`).catch(() => null);
      if (answer?.status === 200) return performance.now() - begin;
      if (hasEnded) throw new Error(`npm start ended:\n${child.output()}`);
      await sleep(POLL_MS);
    }
  } finally {
    await child.stop();
  }
}
