import { expect, test } from 'vitest';
import { home } from '#site/content/home.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { answerWordsPreview, withoutPreview } from './words-preview.ts';

const preview = { expires_at: '2026-12-03T10:00:00Z', page: 'home', words: { metaTitle: 'Of the draft' } };
const client = { rpc: () => Promise.resolve({ data: preview, error: null }) } as unknown as DataClient;
const request = new Request(`https://firm.example/preview?token=${'a'.repeat(64)}`);

test('only the rendering of the preview has the words of the draft', async () => {
  const builtIn = home.metaTitle;
  const seen: string[] = [];
  const answer = await answerWordsPreview(
    request,
    () => client,
    async ({ url }) => {
      await Promise.resolve();
      seen.push(
        url,
        home.metaTitle,
        withoutPreview(() => home.metaTitle),
      );
      return new Response('');
    },
  );
  expect(seen).toEqual(['https://firm.example/', 'Of the draft', builtIn]);
  expect(home.metaTitle).toBe(builtIn);
  expect(answer?.headers.get('Referrer-Policy')).toBe('no-referrer');
});

test('any other request is no preview', async () => {
  for (const url of ['https://firm.example/about?token=x', 'https://firm.example/preview?token=x']) {
    expect(
      await answerWordsPreview(
        new Request(url),
        () => client,
        () => Promise.reject(new Error()),
      ),
    ).toBeNull();
  }
});
