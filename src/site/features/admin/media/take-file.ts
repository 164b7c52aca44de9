/** The first file of a paste, or null where it is of text. */
export function fileOf(transfer: DataTransfer | null): File | null {
  // Office programs put a picture of copied text beside the text itself: the text is meant.
  if (!transfer || transfer.types.includes('text/plain')) return null;
  return transfer.files[0] ?? null;
}

export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}
