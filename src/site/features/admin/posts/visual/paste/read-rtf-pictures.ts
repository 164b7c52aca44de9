const TYPES: Readonly<Record<string, string>> = { pngblip: 'image/png', jpegblip: 'image/jpeg' };

/**
 * The PNG and JPEG pictures of a text in RTF, in its order. Word's HTML refers to pictures by paths of the computer, which
 * a page cannot read; the same clipboard has their bytes in RTF.
 */
export function readRtfPictures(rtf: string, name: string): File[] {
  const files: File[] = [];
  for (let at = rtf.indexOf('\\pict'); at >= 0; at = rtf.indexOf('\\pict', at + 1)) {
    const text = textOfGroup(rtf, at);
    const type = TYPES[/\\(pngblip|jpegblip)/.exec(text)?.[1] ?? ''];
    const bytes = type && readHex(text.replace(/\\[a-z]+-?\d* ?/g, ''));
    if (bytes) files.push(new File([bytes], `${name}.${type.slice('image/'.length)}`, { type }));
  }
  return files;
}

/** The text from `at` to the end of its group, without the groups within it. */
function textOfGroup(rtf: string, at: number): string {
  const braces = /[{}]/g;
  braces.lastIndex = at;
  let text = '';
  let from = at;
  let depth = 0;
  for (let brace = braces.exec(rtf); brace && depth >= 0; brace = braces.exec(rtf)) {
    if (depth === 0) text += rtf.slice(from, brace.index);
    depth += brace[0] === '{' ? 1 : -1;
    from = brace.index + 1;
  }
  return text;
}

function readHex(text: string): Uint8Array<ArrayBuffer> | null {
  const hex = text.replace(/\s/g, '');
  if (hex.length < 16 || hex.length % 2 === 1 || !/^[\da-f]*$/i.test(hex)) return null;
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));
}
