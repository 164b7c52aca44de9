/** What the window of pictures gives back; width and height are zero where nobody knows them. */
export type ChosenPicture = { url: string; path: string; alt: string; width: number; height: number };
