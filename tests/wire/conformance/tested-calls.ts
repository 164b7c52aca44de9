import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { ROOT } from '../../support/root.ts';

/** Where tests use the official client: over HTTP, and some of auth's beside the code. Those that come first are named first. */
const FOLDERS = ['tests/wire', 'packages/backend/src/auth'];
/** Names that one part of the client has, another may have too: only the part's own files count. The longest match wins. */
const FILES_OF: Readonly<Record<string, RegExp>> = {
  auth: /^(tests\/wire\/(auth|passkeys|features-off)|packages\/backend\/src\/auth\/)/,
  'auth.mfa': /^(tests\/wire\/auth(?!-admin)|packages\/backend\/src\/auth\/)/,
  'auth.admin': /^(tests\/wire\/(auth-admin|auth-flows|passkeys|features-off)|packages\/backend\/src\/auth\/admin\/)/,
  'auth.admin.mfa': /^tests\/wire\/auth-admin/,
  rest: /^tests\/wire\/(rest|todo-app|features-off)/,
  storage: /^tests\/wire\/(storage|todo-app|features-off)/,
  realtime: /^tests\/wire\/(realtime|todo-app)/,
  functions: /^tests\/wire\/features-off/,
};
/** Calls whose name is unique only with the name before it, as in `mfa.verify`. */
const IN_A_PART = /\.(admin|mfa|oauth|passkey|customProviders|recoveryCodes|webauthn)\.\w+$/;

export type TestedCalls = { filesWith: (call: string) => string[] };

/** Reads which calls of the client the tests make, and in which files. */
export function readTestedCalls(): TestedCalls {
  const chains = listFiles().map((file) => ({ file, made: readChains(file) }));
  return {
    filesWith: (call) => {
      const isOfPart = filesOf(call);
      const suffix = `.${call
        .split('.')
        .slice(IN_A_PART.test(call) ? -2 : -1)
        .join('.')}`;
      const isMeant = (chain: string) =>
        `.${chain}`.endsWith(suffix) && (call.includes('.admin.') || !chain.includes('admin.'));
      return chains.filter(({ file, made }) => isOfPart.test(file) && made.some(isMeant)).map(({ file }) => file);
    },
  };
}

function filesOf(call: string): RegExp {
  const parts = Object.keys(FILES_OF).filter((part) => call.startsWith(`${part}.`));
  const longest = parts.toSorted((a, b) => b.length - a.length)[0];
  if (longest === undefined) throw new Error(`No test files are known for ${call}.`);
  return FILES_OF[longest] ?? /^/;
}

function listFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => (folder === 'tests/wire' ? name.endsWith('.ts') : name.endsWith('.test.ts')))
      .filter((name) => !name.startsWith('tests/wire/conformance'))
      .toSorted(),
  );
}

/** The calls of a file, each with the names before it: `client.auth.admin.listUsers`. */
function readChains(file: string): string[] {
  const { program, errors } = parseSync(file, readFileSync(join(ROOT, file), 'utf8'));
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const chains: string[] = [];
  new Visitor({
    CallExpression: ({ callee }) => {
      if (callee.type === 'MemberExpression') chains.push(chainOf(callee));
    },
  }).visit(program);
  return chains;
}

function chainOf(node: ESTree.Expression): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'CallExpression') return chainOf(node.callee);
  if (node.type === 'ChainExpression') return chainOf(node.expression);
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return '';
  return `${chainOf(node.object)}.${node.property.name}`;
}
