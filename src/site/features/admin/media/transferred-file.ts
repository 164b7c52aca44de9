/** The first file of a paste, or null for a paste of text. */
export function pastedFile(transfer: DataTransfer | null): File | null {
  // Office programs add a picture of copied text to the text itself.
  if (!transfer || transfer.types.includes('text/plain')) return null;
  return transfer.files[0] ?? null;
}

export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}
