import { Agent, get } from 'node:http';

export type Flood = {
  /** The client's address, as the proxy says it. */
  address: string;
  /** Requests that are under way at a time. */
  atOnce: number;
  next: () => { path: string; headers?: Record<string, string> };
};

/**
 * Keeps this many GET requests of one address under way; resolves when the first ones are. Returns the function that
 * ends it, which resolves to the statuses of all answers; an answer that broke off is 0.
 */
export async function keepFlooding(url: string, { address, atOnce, next }: Flood): Promise<() => Promise<number[]>> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const statuses: number[] = [];
  let isOver = false;
  const ask = (): Promise<number> =>
    new Promise((resolve) => {
      const { path, headers } = next();
      const request = get(
        new URL(path, url),
        { agent, headers: { ...headers, 'X-Forwarded-For': address } },
        (answer) => {
          answer.resume().on('close', () => resolve(answer.statusCode ?? 0));
        },
      );
      request.on('error', () => resolve(0));
    });
  const worker = async (): Promise<void> => {
    while (!isOver) statuses.push(await ask());
  };
  const workers = Array.from({ length: atOnce }, worker);
  await new Promise((resolve) => setTimeout(resolve, 300));
  return async () => {
    isOver = true;
    await Promise.all(workers);
    agent.destroy();
    return statuses;
  };
}
