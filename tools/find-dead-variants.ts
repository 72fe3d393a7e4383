// `npm run check:variants`: lists members of unions of texts that no expression makes: what reads them can go.
import { execFileSync } from 'node:child_process';
import { relative } from 'node:path';
import ts from 'typescript';

/** A text in an expression that makes a value. */
interface Made {
  /** Members of the union that is wanted there; absent where any text will do. */
  readonly wanted?: ReadonlySet<string>;
}

/** A member of a union, where it is declared. */
interface Variant {
  readonly text: string;
  readonly at: string;
  readonly siblings: ReadonlySet<string>;
}

/** Types whose arguments name properties, not values. */
const OF_PROPERTIES = new Set(['Pick', 'Omit', 'Exclude', 'Extract']);
const COMPARISONS = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken]);
/**
 * Declarations of what is made elsewhere: methods of others that an adapter calls, faults that tests ask for, and types
 * of columns, which are named with a mark behind them.
 */
const MADE_ELSEWHERE = /^libs\/adapters\/kafka\/src\/inner\/|\/testing\/|\/clickhouse\/src\/records\/column\.ts$/;

const paths = execFileSync('git', ['ls-files', 'libs', 'apps', 'tools', 'bench'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
const { config } = ts.readConfigFile('tsconfig.base.json', (path) => ts.sys.readFile(path)) as { config: { compilerOptions: object } };
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, process.cwd());
const program = ts.createProgram(paths, {
  ...options,
  noEmit: true,
  composite: false,
  incremental: false,
  customConditions: ['total-recall-source'],
});
const checker = program.getTypeChecker();
const made = new Map<string, Made[]>();
const variants: Variant[] = [];

for (const source of program.getSourceFiles()) {
  const path = relative(process.cwd(), source.fileName);
  if (!paths.includes(path)) continue;
  const visit = (node: ts.Node): void => {
    if (ts.isUnionTypeNode(node) && !MADE_ELSEWHERE.test(path) && !namesProperties(node)) noteUnion(node, path, source);
    if (ts.isStringLiteralLike(node) && !ts.isLiteralTypeNode(node.parent) && !isCompared(node)) noteText(node);
    // A table with a row for each member makes them where its keys are listed.
    if (ts.isPropertyAssignment(node) && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name))) add(node.name.text, {});
    ts.forEachChild(node, visit);
  };
  visit(source);
}
const dead = variants.filter(({ text, siblings }) => !(made.get(text) ?? []).some(({ wanted }) => isFor(siblings, wanted, text)));
for (const { at, text, siblings } of dead) console.log(`${at}  '${text}' of ${[...siblings].join(' | ')} is never made`);
console.log(`${variants.length} members of unions, ${dead.length} that nothing makes`);
process.exitCode = dead.length === 0 ? 0 : 1;

/** Returns true if a text made for `wanted` may come to a union of these members: both know another member. */
function isFor(siblings: ReadonlySet<string>, wanted: ReadonlySet<string> | undefined, text: string): boolean {
  return wanted === undefined || [...wanted].some((other) => other !== text && siblings.has(other));
}

function noteUnion(node: ts.UnionTypeNode, path: string, source: ts.SourceFile): void {
  const siblings = new Set(textsOf(checker.getTypeFromTypeNode(node)));
  if (siblings.size < 2) return;
  for (const member of node.types) {
    if (!ts.isLiteralTypeNode(member) || !ts.isStringLiteral(member.literal)) continue;
    const { line } = source.getLineAndCharacterOfPosition(member.getStart(source));
    variants.push({ text: member.literal.text, at: `${path}:${line + 1}`, siblings });
  }
}

function noteText(node: ts.StringLiteralLike): void {
  const type = checker.getContextualType(node);
  const wanted = new Set(type ? textsOf(type) : []);
  add(node.text, wanted.size > 1 ? { wanted } : {});
}

function add(text: string, one: Made): void {
  const all = made.get(text);
  if (all) all.push(one);
  else made.set(text, [one]);
}

function textsOf(type: ts.Type): string[] {
  if (type.isUnion()) return type.types.flatMap(textsOf);
  return type.isStringLiteral() ? [type.value] : [];
}

function namesProperties(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isIndexedAccessTypeNode(parent)) return true;
  if (ts.isTypeReferenceNode(parent)) return OF_PROPERTIES.has(parent.typeName.getText());
  return ts.isExpressionWithTypeArguments(parent) && OF_PROPERTIES.has(parent.expression.getText());
}

function isCompared({ parent }: ts.StringLiteralLike): boolean {
  return ts.isCaseClause(parent) || (ts.isBinaryExpression(parent) && COMPARISONS.has(parent.operatorToken.kind));
}
