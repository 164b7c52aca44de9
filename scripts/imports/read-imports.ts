import { type ESTree, parseSync, Visitor } from 'vite';

/** One import: `specifier` is null when it is computed, `names` are the imported names (`*` for all). */
export type ImportEdge = { specifier: string | null; names: readonly string[]; line: number };

export type ModuleFacts = {
  imports: ImportEdge[];
  /** Lines that read the environment, and lines that insert raw HTML. */
  environment: number[];
  rawHtml: number[];
  /** Whether the file only re-exports. */
  isBarrel: boolean;
};

/**
 * Reads from one source file what the import rules need: static, dynamic, type and `require` imports, re-exports, uses
 * of the environment and of raw HTML. Throws when the file cannot be parsed.
 */
export function readModule(file: string, source: string): ModuleFacts {
  const { program, module, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length;
  const facts: ModuleFacts = { imports: [], environment: [], rawHtml: [], isBarrel: false };

  for (const { moduleRequest, entries, start } of module.staticImports) {
    const names = entries.map(({ importName }) => importName.name ?? (importName.kind === 'Default' ? 'default' : '*'));
    facts.imports.push({ specifier: moduleRequest.value, names, line: lineAt(start) });
  }
  for (const { entries, start } of module.staticExports) {
    for (const { moduleRequest, importName } of entries) {
      if (moduleRequest === null) continue;
      facts.imports.push({ specifier: moduleRequest.value, names: [importName.name ?? '*'], line: lineAt(start) });
    }
  }
  visit(program, facts, lineAt);
  facts.isBarrel =
    program.body.length > 0 &&
    program.body.every((statement) => 'source' in statement && statement.source && statement.type.startsWith('Export'));
  return facts;
}

function visit(program: Parameters<Visitor['visit']>[0], facts: ModuleFacts, lineAt: (offset: number) => number): void {
  const add = (expression: ESTree.Expression | undefined, start: number): void => {
    facts.imports.push({ specifier: textOf(expression), names: ['*'], line: lineAt(start) });
  };
  new Visitor({
    ImportExpression: ({ source, start }) => add(source, start),
    TSImportType: ({ source, start }) => add(source, start),
    CallExpression: ({ callee, arguments: [first], start }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'require') return;
      add(first?.type === 'SpreadElement' ? undefined : first, start);
    },
    ImportDeclaration: ({ source, specifiers, start }) => {
      const isProcess = source.value === 'node:process' || source.value === 'process';
      const takesEnv = specifiers.some((one) => one.type === 'ImportSpecifier' && nameOf(one.imported) === 'env');
      if (isProcess && takesEnv) facts.environment.push(lineAt(start));
    },
    MemberExpression: (node) => {
      const isProcess = nameOf(node.object) === 'process' || propertyOf(node.object) === 'process';
      if (isProcess && propertyOf(node) === 'env') facts.environment.push(lineAt(node.start));
    },
    VariableDeclarator: ({ id, init, start }) => {
      if (id.type !== 'ObjectPattern' || nameOf(init) !== 'process') return;
      const takesEnv = id.properties.some((one) => one.type === 'RestElement' || nameOf(one.key) === 'env');
      if (takesEnv) facts.environment.push(lineAt(start));
    },
    JSXAttribute: ({ name, start }) => {
      if (nameOf(name) === 'dangerouslySetInnerHTML') facts.rawHtml.push(lineAt(start));
    },
    Property: ({ key, start }) => {
      if ((nameOf(key) ?? textOf(key)) === 'dangerouslySetInnerHTML') facts.rawHtml.push(lineAt(start));
    },
    AssignmentExpression: ({ left, start }) => {
      if (/^(inner|outer)HTML$/.test(propertyOf(left) ?? '')) facts.rawHtml.push(lineAt(start));
    },
  }).visit(program);
}

type Node = { type: string } | null | undefined;

function nameOf(node: Node): string | null {
  return node && 'name' in node && typeof node.name === 'string' ? node.name : null;
}

function textOf(node: Node): string | null {
  if (node && 'value' in node && typeof node.value === 'string') return node.value;
  const plain =
    node?.type === 'TemplateLiteral' && 'quasis' in node ? (node.quasis as { value: { cooked: string } }[]) : [];
  return plain.length === 1 ? (plain[0]?.value.cooked ?? null) : null;
}

/** The property of a member expression, written with a dot or as a string. */
function propertyOf(node: Node): string | null {
  if (node?.type !== 'MemberExpression' || !('property' in node)) return null;
  const property = node.property as Node;
  return 'computed' in node && node.computed ? textOf(property) : nameOf(property);
}
