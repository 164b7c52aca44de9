import { expect, test } from 'vitest';
import { writeNginxConfig } from './nginx-config.ts';

const settings = { folder: '/tmp/x', port: 5500, isRoot: false };

test('the headers of the answer are sent as they are, the type once', () => {
  const headers = { 'content-type': 'text/html; charset=utf-8', link: '</a>; rel="preload"' };
  const config = writeNginxConfig({ ...settings, headers });
  expect(config).toContain('default_type "text/html; charset=utf-8";');
  expect(config).toContain('add_header link "</a>; rel=\\"preload\\"";');
  expect(config).not.toContain('add_header content-type');
});

test('a header that nginx would change is an error', () => {
  expect(() => writeNginxConfig({ ...settings, headers: { x: 'a $variable' } })).toThrow('nginx cannot be given');
});
