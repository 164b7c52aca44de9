import { afterAll, beforeAll, describe } from 'vitest';
import { type S3TestStore, startS3Store } from '../support/s3-store.ts';
import { testBuckets } from './storage/buckets.ts';
import { testDownloads } from './storage/downloads.ts';
import { testLists } from './storage/lists.ts';
import { testMedia } from './storage/media.ts';
import { testObjects } from './storage/objects.ts';
import { openStorage, type Storage } from './storage/open-storage.ts';
import { testStorageErrors } from './storage/errors.ts';
import { testRenders } from './storage/renders.ts';
import { testResumable } from './storage/resumable.ts';
import { testResumableAttacks } from './storage/resumable-attacks.ts';
import { testSigned } from './storage/signed.ts';

/**
 * The storage service through the official client, against a complete app (protocol.md 3), with both stores of bytes.
 * All parts share one app for each.
 */
describe.each(['the data folder', 'an S3 store'])('bytes in %s', (name) => {
  const isWhole = name === 'the data folder';
  let s3: S3TestStore | null = null;
  let opened: Storage;
  const storage = () => opened;

  beforeAll(async () => {
    s3 = isWhole ? null : await startS3Store();
    opened = await openStorage(s3);
  });
  afterAll(async () => {
    await opened?.app.stop();
    await s3?.stop();
  });

  describe('objects', () => {
    testObjects(storage);
  });
  describe('downloads', () => {
    testDownloads(storage);
  });
  describe('resumable uploads', () => {
    testResumable(storage);
  });
  describe('hostile resumable uploads', () => {
    testResumableAttacks(storage, isWhole);
  });
  describe('renders', () => {
    testRenders(storage, isWhole);
  });

  // The rest is the same wherever the bytes are.
  if (!isWhole) return;
  describe('buckets', () => {
    testBuckets(storage);
  });
  describe('lists by pages', () => {
    testLists(storage);
  });
  describe('signed links', () => {
    testSigned(storage);
  });
  describe('the bucket of pictures', () => {
    testMedia(storage);
  });
  describe('errors', () => {
    testStorageErrors(storage);
  });
});
