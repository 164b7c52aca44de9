import { expect, test } from 'vitest';
import { replaceShortcodes } from './shortcodes.ts';

const picture = (name: string) => ({ address: `https://x.example/${name}`, alt: 'A "b"', caption: '', parent: '7' });
const ATTACHMENTS = new Map([
  ['1', picture('1.png')],
  ['2', { ...picture('2.png'), alt: '', caption: 'The <b>port</b>', parent: '8' }],
  ['3', picture('3.pdf')],
]);
const replace = (body: string) => replaceShortcodes(body, ATTACHMENTS, '7');

test('a caption becomes a figure', () => {
  expect(
    replace('a [caption id="x" width="3"]<a href="/b"><img src="/c.png" /></a> The <b>port</b>[/caption] d'),
  ).toEqual({
    html: 'a <figure><a href="/b"><img src="/c.png" /></a><figcaption>The <b>port</b></figcaption></figure> d',
    leftOut: [],
  });
});

test('a gallery becomes its pictures, and embedded media become links', () => {
  const first = '<figure><img src="https://x.example/1.png" alt="A &quot;b&quot;"></figure>';
  const second = '<figure><img src="https://x.example/2.png" alt=""><figcaption>The <b>port</b></figcaption></figure>';
  expect(replace('[gallery ids="1, 2,9"]').html).toBe(`${first}\n${second}`);
  expect(replace('[gallery]').html).toBe(first);
  expect(replace('[gallery id="8"]').html).toBe(second);
  expect(replace('[gallery id="9"]')).toEqual({ html: '', leftOut: ['gallery'] });
  expect(
    replace('[embed width="1"]https://v.example/?a=1&b=2[/embed][audio mp3="https://x.example/a.mp3"][/audio]').html,
  ).toBe(
    '<p><a href="https://v.example/?a=1&amp;b=2">https://v.example/?a=1&amp;b=2</a></p><p><a href="https://x.example/a.mp3">https://x.example/a.mp3</a></p>',
  );
});

test('the markers of other shortcodes are left out and their content stays', () => {
  expect(replace('[vc_row][vc_column width="1/2"]Text[/vc_column][/vc_row][contact-form-7 id="5"]')).toEqual({
    html: 'Text',
    leftOut: ['vc_row', 'vc_column', 'contact-form-7'],
  });
});

test('text in brackets stays', () => {
  const text = 'as shown [1], [sic], [see above], [where A = total turnover], [ ] and [[gallery ids="1"]]';
  expect(replace(text)).toEqual({ html: text.replace('[[gallery ids="1"]]', '[gallery ids="1"]'), leftOut: [] });
});

test('an embedded address that is not of the web is left out', () => {
  expect(replace('[embed]javascript:alert(1)[/embed]').html).not.toContain('<a');
});
