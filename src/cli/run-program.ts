import { ConfigurationError } from '#contract/configuration-error.ts';

/**
 * Runs a command of one purpose and sets the exit code: what it returns (2 for arguments that are not understood), or 1
 * when it throws. A ConfigurationError is printed as its message, any other error with its stack.
 */
export async function runProgram(program: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await program();
  } catch (error) {
    const isPlain =
      error instanceof ConfigurationError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    console.error(isPlain ? (error as Error).message : error);
    process.exitCode = 1;
  }
}
