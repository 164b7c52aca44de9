/** The entry of islands in development: the runtime of hot reload, which expects React Router in the page, comes first. */
import 'virtual:react-router/inject-hmr-runtime';
import './entry.ts';

/** Longer than the dev server takes from one message to the next. */
const AFTER_MS = 300;

Object.assign(window, { __reactRouterDataRouter: { revalidate: () => Promise.resolve() } });

// The first message comes for every file that was saved, the second where it is replaced in place. The rest of a public
// page is HTML from the server.
let reload: ReturnType<typeof setTimeout> | undefined;
import.meta.hot?.on('react-router:hmr', () => {
  reload = setTimeout(() => window.location.reload(), AFTER_MS);
});
import.meta.hot?.on('vite:beforeUpdate', () => clearTimeout(reload));
