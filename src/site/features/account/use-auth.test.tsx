import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useAuth } from './use-auth.ts';

function Stranger() {
  return useAuth().user?.id;
}

test('outside its provider the account is not to be had', () => {
  expect(() => renderToString(<Stranger />)).toThrow('useAuth must be used within an AuthProvider');
});
