import { expect, test } from 'vitest';
import { sumTransfers } from './transfers.ts';

test('scripts are counted by their type or their media type', () => {
  const received = [
    { url: 'http://127.0.0.1/0', type: 'Document', mimeType: 'text/html', bytes: 1000 },
    { url: 'http://127.0.0.1/1', type: 'Script', mimeType: 'text/javascript', bytes: 200 },
    // A module that is preloaded.
    { url: 'http://127.0.0.1/2', type: 'Other', mimeType: 'application/javascript', bytes: 30 },
    { url: 'http://127.0.0.1/3', type: 'Stylesheet', mimeType: 'text/css', bytes: 4 },
  ];
  expect(sumTransfers(received)).toEqual({
    requests: 4,
    bytes: 1234,
    scripts: { requests: 2, bytes: 230 },
    styles: { requests: 1, bytes: 4 },
    urls: ['1000 /0', '200 /1', '30 /2', '4 /3'],
  });
});
