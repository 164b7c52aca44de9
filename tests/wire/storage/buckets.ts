import { expect, test } from 'vitest';
import { type Storage, errorCodeOf } from './open-storage.ts';

export function testBuckets(storage: () => Storage): void {
  test('the service role can create, read, list, change, empty and delete a bucket', async () => {
    const { storage: service } = storage().app.service;
    const made = await service.createBucket('drafts', {
      public: false,
      fileSizeLimit: '5MB',
      allowedMimeTypes: ['text/*'],
    });
    expect(made.data).toEqual({ name: 'drafts' });
    expect((await service.getBucket('drafts')).data).toMatchObject({
      id: 'drafts',
      name: 'drafts',
      owner: '',
      public: false,
      type: 'STANDARD',
      file_size_limit: 5_000_000,
      allowed_mime_types: ['text/*'],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    const listed = await service.listBuckets({ search: 'draf' });
    expect(listed.data?.map(({ id }) => id)).toEqual(['drafts']);
    expect((await service.updateBucket('drafts', { public: true, fileSizeLimit: null })).data).toEqual({
      message: 'Successfully updated',
    });
    expect((await service.getBucket('drafts')).data).toMatchObject({ public: true, file_size_limit: null });
    await service.from('drafts').upload('a/b.txt', 'text');
    expect(errorCodeOf((await service.deleteBucket('drafts')).error)).toBe('400 409 ResourceNotEmpty');
    expect((await service.emptyBucket('drafts')).error).toBeNull();
    expect((await service.from('drafts').list()).data).toEqual([]);
    expect((await service.deleteBucket('drafts')).data).toEqual({ message: 'Successfully deleted' });
    expect(errorCodeOf((await service.getBucket('drafts')).error)).toBe('400 404 NoSuchBucket');
  });

  test('an existing bucket, an invalid name, an invalid size limit and an invalid type are rejected', async () => {
    const { storage: service } = storage().app.service;
    const again = await service.createBucket('papers', { public: false });
    expect(errorCodeOf(again.error)).toBe('400 409 BucketAlreadyExists');
    expect(again.error?.message).toBe('The resource already exists');
    expect(errorCodeOf((await service.createBucket('a/b', { public: false })).error)).toBe('400 400 InvalidBucketName');
    const size = await service.createBucket('sized', { public: false, fileSizeLimit: 'much' });
    expect(errorCodeOf(size.error)).toBe('400 400 InvalidRequest');
    const typed = await service.createBucket('typed', { public: false, allowedMimeTypes: ['image/*', 'nonsense'] });
    expect(errorCodeOf(typed.error)).toBe('400 415 InvalidMimeType');
    expect(typed.error?.message).toBe('mime type nonsense is not supported');
    const tooLarge = { public: false, fileSizeLimit: '53MB' };
    for (const answer of [
      await service.createBucket('sized', tooLarge),
      await service.updateBucket('papers', tooLarge),
    ]) {
      expect(errorCodeOf(answer.error)).toBe('400 413 EntityTooLarge');
    }
  });

  test('the owner of a bucket is the user who made it, also where only the old column says so', async () => {
    const { app, admin } = storage();
    const id = (await admin.auth.getUser()).data.user?.id ?? '';
    await app.query(
      `insert into storage.buckets (id, name, owner) values ('old-owner', 'old-owner', $1) on conflict do nothing`,
      [id],
    );
    await app.query(
      `insert into storage.buckets (id, name, owner_id) values ('new-owner', 'new-owner', $1) on conflict do nothing`,
      [id],
    );
    const { storage: service } = app.service;
    expect((await service.getBucket('old-owner')).data?.owner).toBe(id);
    expect((await service.getBucket('new-owner')).data?.owner).toBe(id);
    const listed = await service.listBuckets({ search: '-owner' });
    expect(listed.data?.map(({ owner }) => owner)).toEqual([id, id]);
  });

  test('the rules that expire versions of objects are refused as a feature that is off', async () => {
    const { storage: service } = storage().app.service;
    const answers = [
      await service.getBucketLifecycle('papers'),
      await service.updateBucketLifecycle('papers', { rules: [] }),
      await service.deleteBucketLifecycle('papers'),
    ];
    expect(answers.map(({ error }) => errorCodeOf(error))).toEqual(Array(3).fill('400 403 FeatureNotEnabled'));
  });

  test('only the service role can list, create, change, empty or delete a bucket', async () => {
    for (const client of [storage().app.anon, storage().person, storage().admin]) {
      expect((await client.storage.listBuckets()).data).toEqual([]);
      expect(errorCodeOf((await client.storage.createBucket('mine', { public: true })).error)).toBe(
        '400 403 AccessDenied',
      );
      expect(errorCodeOf((await client.storage.updateBucket('media', { public: false })).error)).toBe(
        '400 404 NoSuchBucket',
      );
      expect(errorCodeOf((await client.storage.emptyBucket('media')).error)).toBe('400 404 NoSuchBucket');
      expect(errorCodeOf((await client.storage.deleteBucket('media')).error)).toBe('400 404 NoSuchBucket');
    }
  });
}
