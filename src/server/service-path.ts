const SERVICE_PATH = /^\/(?:auth|rest|storage|realtime|functions|graphql|system)\/v1(?:\/|$)|^\/api\/v1\.0\//;

/** Whether the path belongs to a service of the backend; all others are the site's. */
export function isServicePath(path: string): boolean {
  return SERVICE_PATH.test(path);
}
