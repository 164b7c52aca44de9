import { expect, test } from 'vitest';
import { createKeys, makeSecrets } from '../../http/keys.ts';
import { openSecret, sealSecret } from './totp.ts';

const installation = async () => createKeys({ ...(await makeSecrets(new Date())), issuer: 'https://firm.example' });

test('an encrypted secret can be decrypted and does not contain the secret', async () => {
  const keys = await installation();
  const sealed = sealSecret(keys, 'factor', 'GEZDGNBVGY3TQOJQ');
  expect(openSecret(keys, 'factor', sealed)).toBe('GEZDGNBVGY3TQOJQ');
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('GEZDGNBV');
  expect(sealSecret(keys, 'factor', 'GEZDGNBVGY3TQOJQ')).not.toBe(sealed);
});

test('decryption fails for another factor, another installation and changed data', async () => {
  const keys = await installation();
  const sealed = sealSecret(keys, 'factor', 'GEZDGNBVGY3TQOJQ');
  const changed = Buffer.from(sealed, 'base64url');
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  const other = await installation();
  expect(() => openSecret(keys, 'another', sealed)).toThrow('unable to authenticate');
  expect(() => openSecret(other, 'factor', sealed)).toThrow('unable to authenticate');
  expect(() => openSecret(keys, 'factor', changed.toString('base64url'))).toThrow('unable to authenticate');
});
