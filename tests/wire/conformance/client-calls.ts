import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync } from 'vite';
import { ROOT } from '../../support/root.ts';

/** Where the official client declares its calls, and how one reaches them from `supabase`. */
const DECLARATIONS: readonly { prefix: string; file: string; types: readonly string[] }[] = [
  { prefix: 'auth', file: 'auth-js/dist/module/GoTrueClient.d.ts', types: ['GoTrueClient'] },
  { prefix: 'auth.admin', file: 'auth-js/dist/module/GoTrueAdminApi.d.ts', types: ['GoTrueAdminApi'] },
  ...Object.entries({
    'auth.mfa': 'GoTrueMFAApi',
    'auth.mfa.recoveryCodes': 'AuthMFARecoveryCodesApi',
    'auth.oauth': 'AuthOAuthServerApi',
    'auth.passkey': 'AuthPasskeyApi',
    'auth.admin.mfa': 'GoTrueAdminMFAApi',
    'auth.admin.oauth': 'GoTrueAdminOAuthApi',
    'auth.admin.customProviders': 'GoTrueAdminCustomProvidersApi',
    'auth.admin.passkey': 'GoTrueAdminPasskeyApi',
  }).map(([prefix, type]) => ({ prefix, file: 'auth-js/dist/module/lib/types.d.ts', types: [type] })),
  { prefix: 'auth.mfa.webauthn', file: 'auth-js/dist/module/lib/webauthn.d.ts', types: ['WebAuthnApi'] },
  { prefix: 'rest', file: 'postgrest-js/dist/index.d.mts', types: ['PostgrestClient'] },
  { prefix: 'rest.from', file: 'postgrest-js/dist/index.d.mts', types: ['PostgrestQueryBuilder'] },
  {
    prefix: 'rest.from.select',
    file: 'postgrest-js/dist/index.d.mts',
    types: ['PostgrestFilterBuilder', 'PostgrestTransformBuilder', 'PostgrestBuilder'],
  },
  { prefix: 'storage', file: 'storage-js/dist/index.d.mts', types: ['StorageBucketApi', 'StorageClient'] },
  { prefix: 'storage.from', file: 'storage-js/dist/index.d.mts', types: ['StorageFileApi'] },
  { prefix: 'storage.vectors', file: 'storage-js/dist/index.d.mts', types: ['StorageVectorsClient'] },
  { prefix: 'storage.vectors.from', file: 'storage-js/dist/index.d.mts', types: ['VectorBucketScope'] },
  { prefix: 'storage.vectors.from.index', file: 'storage-js/dist/index.d.mts', types: ['VectorIndexScope'] },
  { prefix: 'storage.analytics', file: 'storage-js/dist/index.d.mts', types: ['StorageAnalyticsClient'] },
  { prefix: 'realtime', file: 'realtime-js/dist/module/RealtimeClient.d.ts', types: ['RealtimeClient'] },
  { prefix: 'realtime.channel', file: 'realtime-js/dist/module/RealtimeChannel.d.ts', types: ['RealtimeChannel'] },
  { prefix: 'functions', file: 'functions-js/dist/module/FunctionsClient.d.ts', types: ['FunctionsClient'] },
];

/** Every public method of the client that is installed, such as `auth.admin.listUsers`, in the order of declaration. */
export function listClientCalls(): string[] {
  return DECLARATIONS.flatMap(({ prefix, file, types }) => {
    const path = join(ROOT, 'node_modules/@supabase', file);
    const bodies = readTypes(path);
    const names = types.flatMap((type) => {
      const members = bodies.get(type);
      if (!members) throw new Error(`${file} declares no ${type} any more.`);
      return members.flatMap((member) => publicMethodOf(member) ?? []);
    });
    return [...new Set(names)].map((name) => `${prefix}.${name}`);
  });
}

type Member = ESTree.ClassElement | ESTree.TSSignature;

/** The members of the classes and interfaces of a file, by name. */
function readTypes(path: string): Map<string, readonly Member[]> {
  const { program, errors } = parseSync(path, readFileSync(path, 'utf8'));
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const types = new Map<string, readonly Member[]>();
  for (const statement of program.body) {
    const isExport = statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration';
    const declared = isExport ? statement.declaration : statement;
    if (declared?.type !== 'ClassDeclaration' && declared?.type !== 'TSInterfaceDeclaration') continue;
    if (declared.id) types.set(declared.id.name, declared.body.body);
  }
  return types;
}

function publicMethodOf(member: Member): string | null {
  const isMethod =
    (member.type === 'MethodDefinition' && member.kind === 'method' && !member.static) ||
    member.type === 'TSMethodSignature' ||
    // A method bound in the constructor: `enroll: typeof WebAuthnApi.prototype._enroll`.
    (member.type === 'PropertyDefinition' && member.typeAnnotation?.typeAnnotation.type === 'TSTypeQuery');
  if (!isMethod || member.key.type !== 'Identifier' || member.key.name.startsWith('_')) return null;
  const isHidden = 'accessibility' in member && (member.accessibility ?? 'public') !== 'public';
  return isHidden ? null : member.key.name;
}
