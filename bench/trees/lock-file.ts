export type LockFile = { packages: Record<string, { version?: string; optional?: boolean }> };

/** Whether all packages of `wanted` are in `installed`, in the same folders and versions. */
export function holdsPackages(installed: LockFile, wanted: LockFile): boolean {
  return Object.entries(wanted.packages).every(
    ([folder, { version }]) => folder === '' || installed.packages[folder]?.version === version,
  );
}
