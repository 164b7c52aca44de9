/**
 * The result of `work`, or the error `late` when there is none after `ms` milliseconds; the work then goes on unheard.
 * Rejects as `work` does.
 */
export async function within<T>(ms: number, work: Promise<T>, late: string): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(late)), ms);
  // It may reject after nobody waits for it any more.
  work.catch(() => {});
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
