import { expect, test } from 'vitest';
import { sumTransfers } from './transfers.ts';

test('scripts are counted by their type or their media type', () => {
  const received = [
    { type: 'Document', mimeType: 'text/html', bytes: 1000 },
    { type: 'Script', mimeType: 'text/javascript', bytes: 200 },
    // A module that is preloaded.
    { type: 'Other', mimeType: 'application/javascript', bytes: 30 },
    { type: 'Stylesheet', mimeType: 'text/css', bytes: 4 },
  ];
  expect(sumTransfers(received)).toEqual({
    ...{ requests: 4, bytes: 1234 },
    scripts: { requests: 2, bytes: 230 },
    styles: { requests: 1, bytes: 4 },
  });
});
