import { expect, test } from 'vitest';
import { MAX_PICTURE_BYTES } from '#contract/pictures.ts';
import { errorOfPdf, isPdfFile, pdfLinkText, wordsOfFile } from './pdf-file.ts';

test('the words of a link end with the size of the file', () => {
  expect(pdfLinkText('Tariff', 240_200)).toBe('Tariff (PDF, 240 kB)');
  expect(pdfLinkText(' Tariff  2026 ', 12)).toBe('Tariff 2026 (PDF, 1 kB)');
  expect(pdfLinkText('Tariff', 999_700)).toBe('Tariff (PDF, 1.0 MB)');
});

test('the name of a file gives the first words', () => {
  expect(wordsOfFile('Port_Tariff-2026.PDF')).toBe('Port Tariff 2026');
});

test('a file is a PDF by its first bytes', async () => {
  const file = (text: string, padding = 0) =>
    new File([text, new Uint8Array(padding)], 'a.pdf', { type: 'application/pdf' });
  expect(await errorOfPdf(file('%PDF-1.7'))).toBeNull();
  expect(await errorOfPdf(file('<html>'))).toBe('not-a-pdf');
  expect(await errorOfPdf(file('%PDF-1.7', MAX_PICTURE_BYTES))).toBe('too-large');
  expect([isPdfFile({ type: '', name: 'A.PDF' }), isPdfFile({ type: 'image/png', name: 'a.pdf' })]).toEqual([
    true,
    false,
  ]);
});
