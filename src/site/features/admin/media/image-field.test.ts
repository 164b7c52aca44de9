import { expect, test } from 'vitest';
import { pictureHtml } from './image-field.tsx';

test('a picture is written with its size and its description', () => {
  expect(pictureHtml({ url: '/a.jpg', alt: 'A port', width: 640, height: 480 })).toBe(
    '<img src="/a.jpg" alt="A port" width="640" height="480">',
  );
  expect(pictureHtml({ url: '/a.jpg', alt: '', width: 0, height: 0 })).toBe('<img src="/a.jpg" alt="">');
});

test('a description cannot close the attribute or contain a line break', () => {
  expect(pictureHtml({ url: '/a.jpg', alt: '"><script>\n1 & 2', width: 1, height: 1 })).toBe(
    '<img src="/a.jpg" alt="&quot;&gt;&lt;script&gt; 1 &amp; 2" width="1" height="1">',
  );
});
