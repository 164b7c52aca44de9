import { expect, test } from 'vitest';
import { createPageTime, hashInlineScripts } from './site-handler.ts';

const NONCE = 'bm9uY2U';
// From `printf alert(1) | openssl dgst -sha256 -binary | base64`.
const HASH_OF_ALERT = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='";

test('a script of the page gets a hash, and its nonce is removed', () => {
  const html = `<p>a</p><script nonce="${NONCE}" type="module" async="">alert(1)</script>`;
  expect(hashInlineScripts(html, NONCE)).toEqual({
    html: '<p>a</p><script type="module" async="">alert(1)</script>',
    scriptHashes: [HASH_OF_ALERT],
  });
});

test('a script without the nonce of this rendering gets no hash', () => {
  for (const injected of [
    '<script>alert(1)</script>',
    '<script nonce="">alert(1)</script>',
    '<script nonce="guessed">alert(1)</script>',
    '<SCRIPT>alert(1)</SCRIPT>',
  ]) {
    expect(hashInlineScripts(injected, NONCE)).toEqual({ html: injected, scriptHashes: [] });
  }
});

test('an unclosed tag before a script of the page gets no hash', () => {
  const html = `<script src=data:,evil() x="<script nonce="${NONCE}">alert(1)</script>`;
  expect(hashInlineScripts(html, NONCE).scriptHashes).not.toContain("'unsafe-inline'");
  const open = `<script>evil()//<script nonce="${NONCE}">alert(1)</script>`;
  expect(hashInlineScripts(open, NONCE).scriptHashes).toEqual([]);
});

test('equal scripts have one hash, external scripts and data none', () => {
  const one = `<script nonce="${NONCE}">alert(1)</script>`;
  expect(hashInlineScripts(one + one, NONCE).scriptHashes).toEqual([HASH_OF_ALERT]);
  for (const other of ['src="/a.js"', 'type="application/json"', 'type="application/ld+json"']) {
    expect(hashInlineScripts(`<script nonce="${NONCE}" ${other}>1</script>`, NONCE).scriptHashes).toEqual([]);
  }
});

const NOW = Date.parse('2026-11-22T12:12:59.999Z');

test('a rendering begins at the full minute', () => {
  expect(createPageTime(NOW).time.now.toISOString()).toBe('2026-11-22T12:12:00.000Z');
});

test('a page holds until the first of the instants at which something on it changes', () => {
  const { time, expires } = createPageTime(NOW);
  for (const minute of ['13:30', '12:13', '15:00']) time.holdUntil(new Date(`2026-11-22T${minute}:00Z`));
  expect(expires()).toBe('Sun, 22 Nov 2026 12:13:00 GMT');
});

test('a page that shows no time has no end', () => {
  expect(createPageTime(NOW).expires()).toBeNull();
});
