import { runInNewContext } from 'node:vm';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { DashboardLink, RevealDashboardLinks } from './dashboard-link.tsx';

/** Runs the rendered script with these keys in local storage. `fire` calls what listens to an event of the window. */
function run(kept: Record<string, string>): { hidden: boolean; fire: (event: string) => void } {
  const listeners = new Map<string, () => void>();
  const link = { hidden: true, fire: (event: string) => listeners.get(event)?.() };
  const code = /<script>(.*)<\/script>/.exec(renderToStaticMarkup(<RevealDashboardLinks />))?.[1] ?? '';
  runInNewContext(code, {
    document: { querySelectorAll: () => [link] },
    localStorage: { getItem: (key: string) => kept[key] ?? null },
    addEventListener: (event: string, listener: () => void) => listeners.set(event, listener),
  });
  return link;
}

test('the link is in every page, hidden', () => {
  const page = (
    <MemoryRouter>
      <DashboardLink label="Dashboard" className="contact-strip__dashboard" />
    </MemoryRouter>
  );
  expect(renderToStaticMarkup(page)).toMatch(
    /<span class="contact-strip__dashboard" data-dashboard-link="" hidden="">.*href="\/admin".*Dashboard/,
  );
});

test('it is shown only to an administrator with a session', () => {
  const session = { 'india-going-global-session': '{}' };
  const hint = { 'india-going-global-admin': '1' };
  expect(run({ ...session, ...hint }).hidden).toBe(false);
  expect(run(session).hidden).toBe(true);
  expect(run(hint).hidden).toBe(true);
});

test('a page that is shown again by the back/forward cache, which hears of no other tab, looks again', () => {
  const kept: Record<string, string> = {};
  const link = run(kept);
  Object.assign(kept, { 'india-going-global-session': '{}', 'india-going-global-admin': '1' });
  link.fire('pageshow');
  expect(link.hidden).toBe(false);
});
