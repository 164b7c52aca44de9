import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { HOSTED_EMAILJS_ORIGIN, hostedOrigins } from './site-config.ts';

test('without hosted services a page needs no origin beside its own', () => {
  expect(hostedOrigins(readConfig({}))).toEqual({ connectTo: [], imagesFrom: [] });
});

test('a project behind a path is named by its origin alone', () => {
  const config = readConfig({ SUPABASE_URL: 'https://host.example/supabase/', SUPABASE_ANON_KEY: 'anon' });
  expect(hostedOrigins(config)).toEqual({
    connectTo: ['https://host.example', 'wss://host.example'],
    imagesFrom: ['https://host.example'],
  });
});

test('a hosted EmailJS account alone adds its API', () => {
  expect(hostedOrigins(readConfig({ EMAILJS: 'service/template/key' }))).toEqual({
    connectTo: [HOSTED_EMAILJS_ORIGIN],
    imagesFrom: [],
  });
});
