import { MAX_PICTURE_BYTES, PDF_TYPE } from '#contract/pictures.ts';
import { pdf } from '#site/content/pdf.ts';

/** A PDF to link to: its address and the words of its link. */
export type ChosenPdf = { url: string; text: string };

export const isPdfFile = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type === PDF_TYPE || (type === '' && /\.pdf$/i.test(name));

/** Why a file cannot be uploaded as a PDF, by its first bytes and its size; null where it can. */
export async function errorOfPdf(file: File): Promise<keyof typeof pdf.errors | null> {
  const head = await file.slice(0, 5).text();
  if (head !== '%PDF-') return 'not-a-pdf';
  return file.size > MAX_PICTURE_BYTES ? 'too-large' : null;
}

/** "Port_Tariff-2026.pdf" becomes "Port Tariff 2026". */
export function wordsOfFile(name: string): string {
  return name
    .replace(/\.pdf$/i, '')
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** "Tariff (PDF, 240 kB)". */
export function pdfLinkText(words: string, bytes: number): string {
  const size =
    bytes < 999_500 ? pdf.kilobytes(Math.max(1, Math.round(bytes / 1000))) : pdf.megabytes((bytes / 1e6).toFixed(1));
  return pdf.linkText(words.replaceAll(/\s+/g, ' ').trim(), size);
}
