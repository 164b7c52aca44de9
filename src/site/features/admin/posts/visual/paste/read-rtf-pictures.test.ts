import { expect, test } from 'vitest';
import { readRtfPictures } from './read-rtf-pictures.ts';

const PNG = '89504e470d0a1a0a0000000d49484452';
const JPEG = 'ffd8ffe000104a46494600010101ffd9';

const RTF = String.raw`{\rtf1\ansi{\fonttbl{\f0 Calibri;}}\pard One
{\*\shppict{\pict{\*\picprop\shplid1025{\sp{\sn shapeType}{\sv 75}}}\picscalex100\picscaley100\picw7938\pngblip\bliptag-123{\*\blipuid 89504e47aa}
89504e470d0a1a0a
0000000d49484452}}{\nonshppict{\pict\picscalex100\wmetafile8 0100090000}}
\par Two {\pict\jpegblip ${JPEG}}}`;

test('the pictures of an RTF are read in order, without their copies in other formats', async () => {
  const files = readRtfPictures(RTF, 'picture');
  expect(files.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'picture.png image/png',
    'picture.jpeg image/jpeg',
  ]);
  const hex = await Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer()).toString('hex')));
  expect(hex).toEqual([PNG, JPEG]);
});

test('damaged RTF has no pictures', () => {
  expect(readRtfPictures(String.raw`{\pict\pngblip 8950zz`, 'picture')).toEqual([]);
  expect(readRtfPictures(String.raw`{\pict\pngblip 895`, 'picture')).toEqual([]);
  expect(readRtfPictures('', 'picture')).toEqual([]);
});
