/**
 * What a loader cannot do without. Where reading it fails, the reason is logged and the answer is 503: the server neither
 * keeps it nor lets a search engine take the page for gone.
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
