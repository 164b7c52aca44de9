/** Made by scripts/vite/public-assets.ts. */
declare module 'virtual:public-assets' {
  /** The address of the script that hydrates islands. */
  export const islandsEntry: string;
  /** The address of the stylesheet of a public page, by the id of its route. */
  export const pageStyles: Readonly<Partial<Record<string, string>>>;
  /** The address of the stylesheet of all public pages for paper and contrast themes. */
  export const modeStyles: string;
}

/** Made by React Router's plugin in development. */
declare module 'virtual:react-router/inject-hmr-runtime';
