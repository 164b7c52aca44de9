/** Signs that HTML or the URL standard forbids in the address of a picture, spaces among them. */
// redos-disable-next-line -- one sign at a time
const FORBIDDEN = /[\s"<>#%{}|\\^`]/g;

/** An SVG document as an address for `<img src>`. Quotes are escaped in the way that stays shortest inside HTML. */
export function dataAddress(svg: string): string {
  return `data:image/svg+xml,${svg.replace(FORBIDDEN, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
}
