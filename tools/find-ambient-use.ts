import ts from 'typescript';

/** A place where code uses the process's clock, randomness, timers or environment instead of receiving them. */
export interface AmbientUse {
  readonly kind: 'environment' | 'clock' | 'chance' | 'timer';
  readonly text: string;
  readonly line: number;
}

const MEMBERS: Readonly<Record<string, AmbientUse['kind']>> = {
  'process.env': 'environment',
  'process.hrtime': 'clock',
  'process.uptime': 'clock',
  'Date.now': 'clock',
  'performance.now': 'clock',
  'Math.random': 'chance',
  'crypto.randomUUID': 'chance',
  'crypto.getRandomValues': 'chance',
  'AbortSignal.timeout': 'timer',
};
const CALLS: Readonly<Record<string, AmbientUse['kind']>> = {
  setTimeout: 'timer',
  setInterval: 'timer',
  setImmediate: 'timer',
  randomUUID: 'chance',
  randomBytes: 'chance',
  randomInt: 'chance',
};
const MODULES: Readonly<Record<string, AmbientUse['kind']>> = {
  'node:timers': 'timer',
  'node:timers/promises': 'timer',
  timers: 'timer',
  'timers/promises': 'timer',
};

/** Looks up a name. The code may use names that every object inherits, so only own properties count. */
function kindIn(kinds: Readonly<Record<string, AmbientUse['kind']>>, name: string): AmbientUse['kind'] | undefined {
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}

/** Finds ambient uses in the syntax tree, so that comments, strings and members of other objects do not count. */
export function findAmbientUse(fileName: string, source: string): AmbientUse[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.ESNext, false, ts.ScriptKind.TS);
  const found: AmbientUse[] = [];
  const note = (kind: AmbientUse['kind'] | undefined, node: ts.Node) => {
    if (kind)
      found.push({ kind, text: node.getText(file).slice(0, 80), line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1 });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) note(kindIn(MEMBERS, node.getText(file).replace(/^globalThis\./, '')), node);
    else if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) note(kindIn(CALLS, node.expression.text), node);
    else if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'Date' && !node.arguments?.length)
      note('clock', node);
    else if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
      note(kindIn(MODULES, node.moduleSpecifier.text), node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
