/** Where the server draws the picture of the page at a path; `version` makes crawlers fetch it again after a change. */
export function shareImageOf(path: string, version?: string): string {
  const [page = ''] = path.split(/[?#]/, 1);
  const address = `/share${page === '/' ? '/home' : page}.png`;
  return version ? `${address}?v=${encodeURIComponent(version)}` : address;
}
