import { expect, test } from 'vitest';
import { formIn, readItem, readTab, withItem, withTab, withoutForms } from './dashboard-address.ts';

const ID = '7d444840-9dc0-11d1-b245-5ffdce74fad2';
const query = (text: string) => new URLSearchParams(text);

test('the default tab is that of the posts, also for an unknown name', () => {
  expect(readTab(query(''))).toBe('blogs');
  expect(readTab(query('tab=posts'))).toBe('blogs');
  expect(readTab(query('tab=toString'))).toBe('blogs');
  expect(readTab(query('tab=users'))).toBe('users');
});

test('an item is read on its own tab only', () => {
  expect(readItem(query('post=new'), 'post')).toBeNull();
  expect(readItem(query(`tab=posts&post=${ID}`), 'post')).toBe(ID);
  expect(readItem(query(`tab=categories&post=${ID}`), 'post')).toBeUndefined();
  expect(readItem(query('post=1%20or%201'), 'post')).toBeUndefined();
  expect(readItem(query('tab=categories'), 'category')).toBeUndefined();
});

test('opening and closing a form keeps the parameters of the lists', () => {
  const list = query('q=duty&page=3');
  const opened = withItem(list, 'post', ID);
  expect(String(opened)).toBe(`q=duty&page=3&tab=posts&post=${ID}`);
  expect(String(withItem(list, 'category', null))).toBe('q=duty&page=3&tab=categories&category=new');
  expect(String(withoutForms(opened))).toBe('q=duty&page=3&tab=posts');
});

test('another tab closes the form', () => {
  expect(String(withTab(query(`post=${ID}&users-q=a`), 'users'))).toBe('users-q=a&tab=users');
});

test('the open form is identified by its item', () => {
  expect(formIn(query(`q=duty&post=${ID}`))).toBe(`post=${ID}`);
  expect(formIn(query('tab=testimonials&testimonial=new'))).toBe('testimonial=new');
  expect(formIn(query('tab=users&post=new'))).toBe('');
});
