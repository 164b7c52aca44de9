import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useAuth } from './use-auth.ts';

function Outsider() {
  return useAuth().user?.id;
}

test('outside its provider useAuth throws', () => {
  expect(() => renderToString(<Outsider />)).toThrow('useAuth must be used within an AuthProvider');
});
