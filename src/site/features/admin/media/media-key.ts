/** Under which the list of pictures is kept. */
export const MEDIA_KEY = ['admin-media'] as const;
