const SERVICE_PATH = /^\/(?:auth|rest|storage|realtime|functions)\/v1(?:\/|$)|^\/api\/v1\.0\//;

/** Whether a service of the backend answers at this path; everything else is the site's. */
export function isServicePath(path: string): boolean {
  return SERVICE_PATH.test(path);
}
