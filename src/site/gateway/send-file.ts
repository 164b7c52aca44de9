type Sending = { onProgress?: ((fraction: number) => void) | undefined; signal?: AbortSignal | undefined };

type Rejection = { code?: string; statusCode?: string; message?: string };

/** An upload that the storage service rejected, with the codes of its wire (protocol.md 3). */
export class RejectedUpload extends Error {
  override name = 'RejectedUpload';
  readonly code: string;
  readonly statusCode: string;
  constructor({ code = '', statusCode = '', message = '' }: Rejection) {
    super(message);
    this.code = code;
    this.statusCode = statusCode;
  }
}

/**
 * Sends a form by PUT and reports progress. Rejects with RejectedUpload where the service rejects it, an AbortError
 * when it is aborted, and a TypeError, as fetch does, when no server answers.
 */
export function sendFile(
  url: string,
  form: FormData,
  headers: Record<string, string>,
  sending: Sending,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      sending.onProgress?.(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () =>
      request.status < 300 ? resolve() : reject(new RejectedUpload(readError(request))),
    );
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')));
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped.', 'AbortError')));
    sending.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/** The body may be a proxy's and not JSON. */
function readError({ status, responseText }: XMLHttpRequest): Rejection {
  try {
    return { statusCode: String(status), ...(JSON.parse(responseText) as object) };
  } catch {
    return { statusCode: String(status) };
  }
}
