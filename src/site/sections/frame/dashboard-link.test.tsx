import { runInNewContext } from 'node:vm';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { DashboardLink, RevealDashboardLinks } from './dashboard-link.tsx';

/** Runs the rendered script with these keys in local storage. */
function run(kept: Record<string, string>): { hidden: boolean } {
  const link = { hidden: true };
  const code = /<script>(.*)<\/script>/.exec(renderToStaticMarkup(<RevealDashboardLinks />))?.[1] ?? '';
  runInNewContext(code, {
    document: { querySelectorAll: () => [link] },
    localStorage: { getItem: (key: string) => kept[key] ?? null },
    addEventListener: () => {},
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
