import { afterAll, beforeAll, describe } from 'vitest';
import { testBuckets } from './storage/buckets.ts';
import { testDownloads } from './storage/downloads.ts';
import { testMedia } from './storage/media.ts';
import { testObjects } from './storage/objects.ts';
import { openStorage, type Storage } from './storage/open-storage.ts';
import { testErrors } from './storage/errors.ts';
import { testRenders } from './storage/renders.ts';
import { testSigned } from './storage/signed.ts';

/** The storage service through the official client, against a complete app (protocol.md 3). All parts share one app. */
let opened: Storage;
const storage = () => opened;

beforeAll(async () => {
  opened = await openStorage();
});
afterAll(() => opened?.app.stop());

describe('buckets', () => {
  testBuckets(storage);
});
describe('objects', () => {
  testObjects(storage);
});
describe('downloads', () => {
  testDownloads(storage);
});
describe('signed links', () => {
  testSigned(storage);
});
describe('the bucket of pictures', () => {
  testMedia(storage);
});
describe('renders', () => {
  testRenders(storage);
});
describe('errors', () => {
  testErrors(storage);
});
