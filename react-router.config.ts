import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/site',
  ssr: true,
  // Few pages live in the browser; their routes are known at once, so nothing is discovered later.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
