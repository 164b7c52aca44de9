/** The files of a paste; none for a paste of text. */
export function pastedFiles(transfer: DataTransfer | null): File[] {
  // Office programs add a picture of copied text to the text itself.
  if (!transfer || transfer.types.includes('text/plain')) return [];
  return [...transfer.files];
}

export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}
