import { expect, test } from 'vitest';
import { qrCodeSvg } from './app-factors.ts';

test('the SVG is intact in a data URL as the client writes it', () => {
  const svg = qrCodeSvg('otpauth://totp/Firm:a@firm.example?secret=GEZDGNBVGY3TQOJQ');
  expect(svg).toMatch(/^<svg .*<\/svg>$/s);
  expect(svg).not.toContain('#');
  expect(svg).toContain('fill="black"');
});
