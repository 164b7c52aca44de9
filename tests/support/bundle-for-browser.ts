import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles a module of `src` and makes its exports the global `name` of a page. `entry` is a path from the root. */
export async function loadModule(page: Page, entry: string, name: string): Promise<void> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, target: 'es2022', lib: { entry, name, formats: ['iife'] } },
    define: { 'process.env.NODE_ENV': '"test"' },
  });
  const [{ output }] = (Array.isArray(built) ? built : [built]) as [{ output: readonly { code?: string }[] }];
  // As a property of the window: a script's own `var` is not visible to `page.evaluate` under every policy.
  await page.addScriptTag({ content: `${output[0]?.code ?? ''}\nwindow.${name} = ${name};` });
}
