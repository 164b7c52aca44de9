import { join } from 'node:path';
import { build } from 'vite';

/** A module of the site as one script that puts its exports on `window[name]`. */
export async function bundleForPage(entry: string, name: string): Promise<string> {
  const result = await build({
    root: join(import.meta.dirname, '../..'),
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, lib: { entry, name, formats: ['iife'] } },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('Vite built nothing.');
  return output.output[0].code;
}
