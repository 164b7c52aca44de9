import { expect, test } from 'vitest';
import { credentialsMessage, emailMessage, newPasswordMessage } from './use-account-form.ts';

test('the address is reported before the password', () => {
  expect(credentialsMessage({ email: 'nobody', password: '1' }, 'signin')).toMatchObject({
    field: 'email',
    toast: { title: 'Invalid Email', description: 'Please enter a valid email address.', variant: 'destructive' },
  });
});

test('a short password is invalid at sign-in and weak at sign-up', () => {
  const short = { email: 'a@b.c', password: '12345' };
  const description = 'Password must be at least 6 characters long.';
  expect(credentialsMessage(short, 'signin')?.toast).toMatchObject({ title: 'Invalid Password', description });
  expect(credentialsMessage(short, 'signup')?.toast).toMatchObject({ title: 'Weak Password', description });
  expect(newPasswordMessage('12345')?.toast).toMatchObject({ title: 'Weak Password', description });
});

test('six characters and a simple address are valid', () => {
  expect(credentialsMessage({ email: 'a@b.c', password: '123456' }, 'signup')).toBeNull();
  expect(newPasswordMessage('123456')).toBeNull();
});

test('a recovery needs only an address', () => {
  expect(emailMessage('a@b')?.toast.title).toBe('Invalid Email');
  expect(emailMessage('a@b.c')).toBeNull();
});
