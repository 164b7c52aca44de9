/** Awaits data that a page can be rendered without. Logs the error of a rejection and returns null. */
export async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    console.error(error);
    return null;
  }
}
