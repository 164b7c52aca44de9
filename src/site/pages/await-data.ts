/** Awaits data that a page can be rendered without. Logs the error of a rejection and returns null. */
export async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    console.error(error);
    return null;
  }
}

/**
 * Awaits data that a page cannot be rendered without. If it rejects, logs the error and throws a 503 response, which is not
 * cached and which search engines do not treat as a removed page.
 */
export async function orUnavailable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    console.error(error);
    // oxlint-disable-next-line typescript/only-throw-error -- how a loader of React Router answers otherwise than with data
    throw new Response(null, { status: 503 });
  }
}
