import { expect, test } from 'vitest';
import { imageSources } from './image-sources.ts';

test('a picture of the embedded storage has several widths, up to the widest display width', () => {
  const sources = imageSources('/storage/v1/object/public/media/port-x1.jpg', 640);
  expect(sources?.src).toBe('/storage/v1/render/image/public/media/port-x1.jpg?width=640');
  expect(sources?.srcSet).toBe(
    [320, 480, 640]
      .map((width) => `/storage/v1/render/image/public/media/port-x1.jpg?width=${width} ${width}w`)
      .join(', '),
  );
});

test('another picture has no other sources', () => {
  for (const url of ['https://cdn.example/a.jpg', '/art/share.png', '', '/storage/v1/object/public/media/a.jpg?x=1']) {
    expect(imageSources(url)).toBeNull();
  }
});
