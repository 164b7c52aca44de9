/** For `catch` of file functions: resolves to `value` where there is no such file or folder. Throws other errors. */
export function ifMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
