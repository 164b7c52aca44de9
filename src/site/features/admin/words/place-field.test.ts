import { expect, test } from 'vitest';
import { parsePlace } from './place-field.tsx';

const JAIPUR = { latitude: '26.9124', longitude: '75.7873' };

test.each([
  '26.9124, 75.7873',
  ' 26.9124,75.7873\n',
  '26.9124 75.7873',
  'https://www.google.com/maps/@26.9124,75.7873,17z',
  'https://www.google.com/maps/place/Firm/@26.1,75.1,17z/data=!3m1!4b1!4m6!3m5!8m2!3d26.9124!4d75.7873!16s',
  'https://www.google.com/maps/search/26.9124,+75.7873?entry=tts',
  'https://maps.google.com/?q=26.9124,75.7873',
  'https://www.google.com/maps/search/?api=1&query=26.9124%2C75.7873',
  'https://www.openstreetmap.org/#map=17/26.9124/75.7873',
  'https://www.openstreetmap.org/?mlat=26.9124&mlon=75.7873#map=17/26.1/75.1',
])('the place of %s is found', (text) => {
  expect(parsePlace(text)).toEqual(JAIPUR);
});

test('places in the south and west have a sign', () => {
  expect(parsePlace('-34.6, -58.38')).toEqual({ latitude: '-34.6', longitude: '-58.38' });
});

test.each(['', '26.9124', '26.9124,', 'MG Road 4, 12', '91, 75.7873', '26.9, 181', 'https://maps.app.goo.gl/a1,2'])(
  '"%s" names no place',
  (text) => {
    expect(parsePlace(text)).toBe(null);
  },
);
