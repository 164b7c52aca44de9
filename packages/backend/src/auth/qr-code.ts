import { toString } from 'qrcode';

/**
 * The text as a QR code in SVG. Colours are given by name: supabase-js puts the SVG unescaped into a data URL, which a
 * `#` would end (protocol.md 1.3).
 */
export async function qrCodeSvg(text: string): Promise<string> {
  const svg = await toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 });
  return svg.trim().replaceAll('#ffffff', 'white').replaceAll('#000000', 'black');
}
