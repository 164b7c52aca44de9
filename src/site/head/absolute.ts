/** An address of the site with its host; one that has a host already is kept. */
export function absolute(address: string, siteUrl: string): string {
  return siteUrl ? new URL(address, siteUrl).href : address;
}
