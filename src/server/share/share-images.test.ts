import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createShareImages } from './share-images.ts';

const SITE = 'https://site.example';
const config = {
  siteUrl: SITE,
  supabaseUrl: '',
  anonKey: 'key',
  emailjs: { origin: '', serviceId: '', templateId: '', publicKey: '' },
  activityDays: null,
  backupDays: null,
  countsViews: false,
};
const none = { find: () => null } as unknown as Parameters<typeof createShareImages>[0]['files'];

test('images are kept up to a number of bytes; beyond it the least recently used is drawn again', async () => {
  const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  let drawn: string[] = [];
  const backend = (input: RequestInfo | URL): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!url.pathname.startsWith('/rest/')) {
      drawn.push(url.pathname);
      return Promise.resolve(new Response(Uint8Array.from(picture)));
    }
    const slug = url.searchParams.get('slug')?.slice('eq.'.length) ?? '';
    return Promise.resolve(Response.json([{ title: slug, categories: null, featured_image_url: `/${slug}.png` }]));
  };
  const ask = async (maxBytes: number | undefined, slugs: string[]): Promise<string[]> => {
    drawn = [];
    const onError = (error: unknown) => {
      throw error;
    };
    const images = createShareImages({ config, files: none, onError, ...(maxBytes && { maxBytes }) });
    for (const slug of slugs) {
      const answer = await images.answer(new Request(`${SITE}/share/blog/${slug}.png`), backend);
      expect(answer?.status).toBe(200);
    }
    return drawn;
  };
  expect(await ask(undefined, ['a', 'b', 'a'])).toEqual(['/a.png', '/b.png']);
  expect(await ask(1000, ['a', 'a'])).toEqual(['/a.png', '/a.png']);
});
