import type { Page } from 'playwright';
import sharp from 'sharp';
import { beforeAll, test } from 'vitest';
import { editor as editorWords } from '#site/content/editor.ts';
import { media } from '#site/content/media.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { MESSAGES } from '#site/messages.ts';
import { holdWrites } from '../support/hold-requests.ts';
import { findViolations } from '../support/accessible-layout.ts';
import { expect } from '../support/page-expect.ts';
import { makePerson, openDashboard } from '../support/people.ts';
import { failedResource } from '../support/journey.ts';
import { expectTargetSizes } from '../support/target-size.ts';
import { expectToast } from '../support/toasts.ts';
import { save, setUpPostEditor } from '../support/post-editor.ts';

const { journey, openAsEditor } = setUpPostEditor();
let photo: GivenFile;

beforeAll(async () => {
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer();
  photo = { name: 'Port of Mumbai.JPG', mimeType: 'image/jpeg', buffer };
});

async function openPost(width = 1280) {
  const visit = await openAsEditor({ width });
  await visit.page.getByRole('button', { name: 'New Post' }).click();
  await visit.page.locator('[name=title]').fill('A post with a picture');
  return visit;
}

const dialog = (page: Page) => page.locator('.dialog');
const content = (page: Page) => page.locator('form.item-form [name=content]');
const featured = (page: Page) => page.locator('form.item-form [name=featured_image_url]');
const send = (page: Page) => dialog(page).getByRole('button', { name: media.upload }).click();
const storedPictures = () =>
  journey.app.query(`select name, user_metadata from storage.objects where bucket_id = 'media' order by created_at`);

type GivenFile = { name: string; mimeType: string; buffer: Buffer };

/** Drops or pastes files into the text area. */
function bring(page: Page, how: 'drop' | 'paste', files: readonly GivenFile[]): Promise<void> {
  return content(page).evaluate(
    (area, { kind, given }) => {
      const data = new DataTransfer();
      for (const { name, type, bytes } of given) data.items.add(new File([new Uint8Array(bytes)], name, { type }));
      const event =
        kind === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      area.dispatchEvent(event);
    },
    { kind: how, given: files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, bytes: [...buffer] })) },
  );
}

test('a picture is uploaded into the text with its description, and the public post shows it', async () => {
  const { page } = await openPost();
  await page.getByRole('button', { name: editorWords.marks.names.image, exact: true }).click();
  await dialog(page).locator('input[type=file]').setInputFiles(photo);
  await expect(dialog(page).locator('.file-choice__chosen img')).toBeVisible();
  await dialog(page).getByLabel(media.alt.label).fill('Ships at "Mumbai"');
  await send(page);
  await expect(dialog(page)).toHaveCount(0);
  await expect(content(page)).toHaveValue(
    /<img src="\/storage\/v1\/object\/public\/media\/port-of-mumbai-[0-9a-f]{8}\.jpg" alt="Ships at &quot;Mumbai&quot;" width="900" height="600">/,
  );
  const [stored] = await storedPictures();
  expect(stored?.['user_metadata']).toEqual({ alt: 'Ships at "Mumbai"', width: 900, height: 600 });
  await page.locator('[name=status]').selectOption('published');
  await save(page);
  await expectToast(page, MESSAGES.postCreated);
  await page.goto('/blog/a-post-with-a-picture');
  const shown = page.locator('article img[alt*=Mumbai], main img[alt*=Mumbai]').first();
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('pictures that are dropped or pasted open the dialog, which refuses what is no picture, explains each error and keeps the values', async () => {
  const { page, expectConsoleError } = await openPost();
  for (const how of ['drop', 'paste'] as const) {
    await bring(page, how, [photo]);
    await expect(dialog(page).locator('.file-choice__chosen')).toContainText('Port of Mumbai.JPG');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
  await expect(content(page)).toHaveValue('');

  await page.getByRole('button', { name: editorWords.marks.names.image, exact: true }).click();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(100)]);
  const frame = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .gif()
    .toBuffer();
  const cases = [
    [{ name: 'a.svg', mimeType: 'image/svg+xml', buffer: svg }, media.errors['not-a-picture']],
    [{ name: 'IMG_1.HEIC', mimeType: '', buffer: heic }, media.errors.heic],
    [
      { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.concat([frame, Buffer.alloc(11_000_000)]) },
      media.errors['animation-too-large'],
    ],
    [{ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<!doctype html>') }, media.errors.damaged],
  ] as const;
  for (const [file, words] of cases) {
    await dialog(page).locator('input[type=file]').setInputFiles(file);
    await expect(dialog(page).locator('.field__error')).toHaveText(words);
  }
  await dialog(page).locator('input[type=file]').setInputFiles(photo);
  await expect(dialog(page).locator('.field__error')).toHaveCount(0);

  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('/storage/v1/object/upload') && sent.push(request.url()));
  await page.getByRole('button', { name: editorWords.marks.names.image, exact: true }).click();
  await send(page);
  await expect(dialog(page).getByText(media.file.missing)).toBeVisible();
  await expect(dialog(page).getByText(media.alt.missing)).toBeVisible();
  await expect(dialog(page).locator('input[type=file]')).toBeFocused();
  await dialog(page).locator('input[type=file]').setInputFiles(photo);
  await send(page);
  await expect(dialog(page).getByLabel(media.alt.label)).toBeFocused();
  expect(sent).toEqual([]);
  await dialog(page).getByLabel(media.alt.decoration).check();
  await send(page);
  await expect(content(page)).toHaveValue(/ alt="" /);

  expectConsoleError(failedResource('net'));
  expectConsoleError(/^Failed to upload a file/);
  await page.getByRole('button', { name: editorWords.marks.names.image, exact: true }).click();
  await dialog(page).locator('input[type=file]').setInputFiles(photo);
  await dialog(page).getByLabel(media.alt.label).fill('Kept words');
  await page.route('**/storage/v1/**', (route) => route.abort());
  await send(page);
  await expect(dialog(page).getByRole('alert')).toHaveText(media.errors.unreachable);
  await page.unroute('**/storage/v1/**');
  await send(page);
  await expect(content(page)).toHaveValue(/alt="Kept words"/);

  await content(page).fill('Before.');
  await bring(page, 'drop', [photo, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') }, photo]);
  await expect(dialog(page).getByText(media.which(1, 3))).toBeVisible();
  await dialog(page).getByLabel(media.alt.label).fill('The first');
  await send(page);
  await expect(dialog(page).getByText(media.which(2, 3))).toBeVisible();
  await expect(dialog(page).getByLabel(media.alt.label)).toBeFocused();
  await expect(dialog(page).getByLabel(media.alt.label)).toHaveValue('');
  await page.keyboard.type('Not a picture');
  await send(page);
  await expect(dialog(page).locator('.field__error')).toHaveText(media.errors['not-a-picture']);
  await dialog(page).getByRole('button', { name: media.skip }).click();
  await dialog(page).getByLabel(media.alt.label).fill('The third');
  await send(page);
  await expect(dialog(page)).toHaveCount(0);
  const picture = (alt: string) => `<img src="[^"]+" alt="${alt}" width="900" height="600">`;
  await expect(content(page)).toHaveValue(new RegExp(`^Before\\.${picture('The first')}\n${picture('The third')}$`));
  await expect(content(page)).toBeFocused();

  await content(page).fill('');
  await bring(page, 'drop', [photo, photo]);
  await dialog(page).getByLabel(media.alt.label).fill('Kept');
  await send(page);
  await expect(dialog(page).getByText(media.which(2, 2))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(content(page)).toHaveValue(/^<img [^>]*alt="Kept"[^>]*>$/);
  await expect(content(page)).toBeFocused();
});

test('a picture that is chosen during an upload takes the place of the first', async () => {
  const { page } = await openPost();
  await page.getByRole('button', { name: editorWords.marks.names.image, exact: true }).click();
  await dialog(page).locator('input[type=file]').setInputFiles(photo);
  await dialog(page).getByLabel(media.alt.label).fill('A ship');
  const release = await holdWrites(page, '**/storage/v1/**');
  await send(page);
  await expect(dialog(page).getByRole('button', { name: media.stop })).toBeVisible();
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ ...photo, name: 'second.jpg' });
  release();
  await expect(dialog(page).getByRole('button', { name: media.stop })).toHaveCount(0);
  await expect(dialog(page).locator('.file-choice__chosen')).toContainText('second.jpg');
  await send(page);
  await expect(content(page)).toHaveValue(/^<img src="[^"]*second[^"]*" alt="A ship"[^>]*>$/);
});

test('a picture of 60 megapixels that was taken upright is sent as large as the site can show it; transparency and animations are kept', async () => {
  const { page } = await openPost();
  // The camera lay on its side: what is left in the file is above.
  const buffer = await sharp({ create: { width: 9700, height: 6000, channels: 3, background: 'blue' } })
    .extend({ left: 300, background: 'red' })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  await page.getByRole('button', { name: editorWords.marks.names.image, exact: true }).click();
  await dialog(page).locator('input[type=file]').setInputFiles({ name: 'Large.jpg', mimeType: 'image/jpeg', buffer });
  await expect(dialog(page).locator('.file-choice__chosen')).toContainText('made smaller: 2560 × 4267');
  await dialog(page).getByLabel(media.alt.label).fill('Upright');
  await send(page);
  await expect(content(page)).toHaveValue(/alt="Upright" width="2560" height="4267"/);
  const stored = await storedPicture(page);
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width: 2560, height: 4267 });
  const edge = await sharp(stored).extract({ left: 0, top: 0, width: 2560, height: 60 }).toBuffer();
  const { dominant } = await sharp(edge).stats();
  expect(dominant.r).toBeGreaterThan(dominant.b);

  const insert = async (name: string, mimeType: string, bytes: Buffer): Promise<Buffer> => {
    await content(page).fill('');
    await page.getByRole('button', { name: editorWords.marks.names.image, exact: true }).click();
    await dialog(page).locator('input[type=file]').setInputFiles({ name, mimeType, buffer: bytes });
    await dialog(page).getByLabel(media.alt.decoration).check();
    await send(page);
    await expect(content(page)).toHaveValue(/<img /);
    return storedPicture(page);
  };
  const clear = sharp({
    create: { width: 4000, height: 3000, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
  });
  const scaled = await insert('Glass.png', 'image/png', await clear.png().toBuffer());
  expect(await sharp(scaled).metadata()).toMatchObject({ format: 'webp', width: 2560, hasAlpha: true });
  expect((await sharp(scaled).stats()).isOpaque).toBe(false);
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 60, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  expect(await sharp(await insert('Moving.gif', 'image/gif', moving), { animated: true }).metadata()).toMatchObject({
    format: 'gif',
    pages: 2,
  });
});

/** The stored bytes of the picture in the text. */
async function storedPicture(page: Page): Promise<Buffer> {
  const [, src = ''] = /<img src="([^"]+)"/.exec(await content(page).inputValue()) ?? [];
  return Buffer.from(await (await fetch(new URL(src, journey.app.url))).arrayBuffer());
}

test('a user who is no longer an administrator gets an error', async () => {
  const leaving = await makePerson(journey.app, { admin: true });
  const { page, expectConsoleError } = await journey.visit();
  expectConsoleError(failedResource(400));
  expectConsoleError(/^Failed to upload a file/);
  await openDashboard(journey.app, page, leaving);
  await page.getByRole('button', { name: 'New Post' }).click();
  await journey.app.query('delete from admin_users where user_id = (select id from auth.users where email = $1)', [
    leaving.email,
  ]);
  await page.getByRole('button', { name: editorWords.marks.names.image, exact: true }).click();
  await dialog(page).locator('input[type=file]').setInputFiles(photo);
  await dialog(page).getByLabel(media.alt.label).fill('Refused');
  await send(page);
  await expect(dialog(page).getByRole('alert')).toHaveText(media.errors.refused);
});

test('an uploaded picture is found and chosen with the keyboard alone, with its description; one is deleted after a confirmation, which names the posts that show it; they are linked', async () => {
  const body = new Blob([new Uint8Array(photo.buffer)], { type: 'image/jpeg' });
  for (const name of ['unwanted.jpg', 'wanted one.jpg'])
    await journey.app.service.storage.from('media').upload(name, body);
  const url = '/storage/v1/object/public/media/wanted%20one.jpg';
  const insert = (slug: string, title: string, more: { content: string; featured_image_url?: string }) =>
    journey.app.service
      .from('blog_posts')
      .insert({ slug, title, ...more })
      .throwOnError();
  await insert('shows-it', 'Shows it', { content: `<img src="${url}" alt="">` });
  await insert('features-it', 'Features it', { content: 'Text', featured_image_url: url });
  await insert('does-not', 'Does not', { content: 'wanted.jpg' });
  for (const [name, alt] of [
    ['harbour-1.jpg', 'A harbour'],
    ['market-1.jpg', 'A market'],
  ] as const) {
    const bytes = new Blob([new Uint8Array(photo.buffer)], { type: 'image/jpeg' });
    await journey.app.service.storage.from('media').upload(name, bytes, { metadata: { alt, width: 900, height: 600 } });
  }
  const { page, dialogs } = await openPost();
  const choose = page.getByRole('button', { name: media.field.choose, exact: true });
  await choose.focus();
  await expect(choose).toBeFocused();
  await choose.press('Enter');
  await expect(dialog(page).getByRole('tab', { name: media.tabs.library })).toHaveAttribute('aria-selected', 'true');
  await dialog(page).getByLabel(media.library.search).focus();
  await page.keyboard.type('-1.jpg');
  await expect(dialog(page).getByRole('radio')).toHaveCount(2);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(dialog(page).getByLabel(media.alt.label)).toHaveValue('A harbour');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(featured(page)).toHaveValue('/storage/v1/object/public/media/harbour-1.jpg');
  await expect(page.locator('.image-field img')).toBeVisible();
  await page.getByRole('button', { name: media.field.remove, exact: true }).click();
  await expect(featured(page)).toHaveValue('');

  await page.getByRole('button', { name: media.field.choose, exact: true }).click();
  // A thumbnail that is still loading when its picture is deleted would be a 404 in the console.
  const thumbnail = dialog(page).locator('label', { hasText: 'unwanted.jpg' }).locator('img');
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await dialog(page).getByText('unwanted.jpg').click();
  dialogs.say('no');
  await dialog(page).getByRole('button', { name: media.library.remove }).click();
  const asked = () => expect.poll(dialogs.asked).toEqual([media.library.question([], 0)]);
  await asked();
  await expect(dialog(page).getByText('unwanted.jpg')).toBeVisible();
  dialogs.say('yes');
  await dialog(page).getByRole('button', { name: media.library.remove }).click();
  await expectToast(page, DASHBOARD_MESSAGES.pictureDeleted);
  await expect(dialog(page).getByText('unwanted.jpg')).toHaveCount(0);
  await asked();

  await dialog(page).getByText('wanted one.jpg').click();
  await expect(dialog(page).getByText(media.library.usage(2))).toBeVisible();
  const link = dialog(page).getByRole('link', { name: 'Features it' });
  await expect(link).toHaveAttribute('href', /^\/admin\?tab=posts&post=[\da-f-]{36}$/);
  await expectTargetSizes(page, dialog(page));
  dialogs.say('no');
  await dialog(page).getByRole('button', { name: media.library.remove }).click();
  const questions: string[] = [];
  await expect.poll(() => questions.push(...dialogs.asked())).toBe(1);
  expect(questions[0]).toContain('2 posts show it and will show a gap: “');
  expect(questions[0]).toContain('“Features it”');
  expect(questions[0]).not.toContain('Does not');
});

test('a description that is typed before the stored one of the picture is read stays', async () => {
  const body = new Blob([new Uint8Array(photo.buffer)], { type: 'image/jpeg' });
  await journey.app.service.storage.from('media').upload('slow.jpg', body, { metadata: { alt: 'Stored' } });
  const { page } = await openPost();
  await page.getByRole('button', { name: editorWords.marks.names.image, exact: true }).click();
  await dialog(page).getByRole('tab', { name: media.tabs.library }).click();
  const held = Promise.withResolvers<void>();
  await page.route('**/storage/v1/object/info/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await dialog(page).getByText('slow.jpg').click();
  await dialog(page).getByLabel(media.alt.label).fill('Typed');
  const isRead = page.waitForResponse('**/storage/v1/object/info/**');
  held.resolve();
  await (await isRead).finished();
  await dialog(page).getByRole('button', { name: media.use, exact: true }).click();
  await expect(content(page)).toHaveValue(/^<img [^>]*alt="Typed"[^>]*>$/);
});

test('a picture that is chosen while another is deleted stays chosen', async () => {
  const body = new Blob([new Uint8Array(photo.buffer)], { type: 'image/jpeg' });
  for (const name of ['leaves.jpg', 'stays.jpg']) await journey.app.service.storage.from('media').upload(name, body);
  const { page } = await openPost();
  await page.getByRole('button', { name: media.field.choose, exact: true }).click();
  const thumbnail = dialog(page).locator('label', { hasText: 'leaves.jpg' }).locator('img');
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await dialog(page).getByText('leaves.jpg').click();
  const release = await holdWrites(page, '**/storage/v1/object/media');
  const isAsked = page.waitForRequest((sent) => sent.method() === 'DELETE');
  await dialog(page).getByRole('button', { name: media.library.remove }).click();
  await isAsked;
  const isRead = page.waitForResponse('**/storage/v1/object/info/**');
  await dialog(page).getByText('stays.jpg').click();
  await isRead;
  const description = dialog(page).getByLabel(media.alt.label);
  await description.fill('What stays');
  release();
  await expectToast(page, DASHBOARD_MESSAGES.pictureDeleted);
  await expect(dialog(page).getByText('leaves.jpg')).toHaveCount(0);
  await expect(description).toHaveValue('What stays');
});

test('both tabs of the dialog are accessible and fit a phone', async () => {
  const { page } = await openPost(375);
  await page.getByRole('button', { name: editorWords.settings.heading, exact: true }).click();
  // The settings are a dialog too.
  const pictures = page.locator('.dialog');
  for (const [button, panel] of [
    [media.field.upload, '.file-choice'],
    [media.field.choose, '.picture-grid__list'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(pictures.locator(panel)).toBeVisible();
    expect(await findViolations(page, '.dialog')).toEqual([]);
    await expectTargetSizes(page, pictures);
    expect(await pictures.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await page.keyboard.press('Escape');
  }
});
