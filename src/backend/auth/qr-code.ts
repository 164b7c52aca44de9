import { toString } from 'qrcode';

/**
 * The text as a QR code, an SVG. Colours are named: supabase-js puts the text into a data address as it is, where a `#`
 * would end it (protocol.md 1.3).
 */
export async function qrCodeSvg(text: string): Promise<string> {
  const svg = await toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 });
  return svg.trim().replaceAll('#ffffff', 'white').replaceAll('#000000', 'black');
}
