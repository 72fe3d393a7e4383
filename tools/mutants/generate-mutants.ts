import ts from 'typescript';

export type MutationOperator = 'boundary' | 'negation' | 'arithmetic' | 'condition' | 'call' | 'constant' | 'return';

/** A change of one place in a source text. */
export interface GeneratedMutant {
  readonly operator: MutationOperator;
  /** Range in UTF-16 units that `replacement` takes the place of. */
  readonly from: number;
  readonly to: number;
  readonly replacement: string;
  /** First line of the place, from 1. */
  readonly line: number;
}

type Change = Pick<GeneratedMutant, 'operator' | 'replacement'> & { readonly node: ts.Node };

const BOUNDARIES: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
]);
const NEGATIONS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
]);
const ARITHMETIC: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
  [ts.SyntaxKind.PercentToken, '*'],
  [ts.SyntaxKind.PlusEqualsToken, '-='],
  [ts.SyntaxKind.MinusEqualsToken, '+='],
]);
/** A longer list is a table of data, not a rule. */
const TABLE_FROM = 10;

/** Lists every change of a source text, in the order of their places. Types, imports and tables of data are left alone. */
export function generateMutants(source: string): GeneratedMutant[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const mutants: GeneratedMutant[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isTypeAliasDeclaration(node)) return;
    if (ts.isArrayLiteralExpression(node) && node.elements.length > TABLE_FROM) return;
    for (const { node: at, operator, replacement } of changesOf(node)) {
      const from = at.getStart(file);
      mutants.push({ operator, from, to: at.end, replacement, line: file.getLineAndCharacterOfPosition(from).line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return mutants.toSorted((a, b) => a.from - b.from || a.to - b.to);
}

/** Returns the source with one change. */
export function applyMutant(source: string, { from, to, replacement }: GeneratedMutant): string {
  return source.slice(0, from) + replacement + source.slice(to);
}

function changesOf(node: ts.Node): Change[] {
  if (ts.isBinaryExpression(node)) return ofBinary(node);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [{ node, operator: 'negation', replacement: `(${node.operand.getText()})` }];
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition;
    return ['true', 'false'].map((replacement) => ({ node: condition, operator: 'condition', replacement }));
  }
  if (ts.isExpressionStatement(node) && isCall(node.expression)) return [{ node, operator: 'call', replacement: ';' }];
  if (ts.isNumericLiteral(node)) return ofNumber(node);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ node, operator: 'constant', replacement: 'false' }];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ node, operator: 'constant', replacement: 'true' }];
  if (ts.isReturnStatement(node) && node.expression) return ofReturn(node.expression);
  return [];
}

function ofBinary({ operatorToken: node, left, right }: ts.BinaryExpression): Change[] {
  const boundary = BOUNDARIES.get(node.kind);
  if (boundary !== undefined) return [{ node, operator: 'boundary', replacement: boundary }];
  const negation = NEGATIONS.get(node.kind);
  if (negation !== undefined) return [{ node, operator: 'negation', replacement: negation }];
  const arithmetic = ARITHMETIC.get(node.kind);
  const isText = [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));
  return arithmetic === undefined || isText ? [] : [{ node, operator: 'arithmetic', replacement: arithmetic }];
}

function isCall(expression: ts.Expression): boolean {
  if (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression)) return isCall(expression.expression);
  return ts.isCallExpression(expression);
}

/** An index and the name of a property are no constants. */
function ofNumber(node: ts.NumericLiteral): Change[] {
  if (ts.isPropertyAssignment(node.parent) && node.parent.name === node) return [];
  const value = Number(node.text.replaceAll('_', ''));
  return [value + 1, value - 1].map((changed) => ({
    node,
    operator: 'constant',
    replacement: changed < 0 ? `(${changed})` : `${changed}`,
  }));
}

function ofReturn(node: ts.Expression): Change[] {
  if (ts.isIdentifier(node) && node.text === 'undefined') return [];
  const isEmptyList = ts.isArrayLiteralExpression(node) && node.elements.length === 0;
  return isEmptyList ? [] : [{ node, operator: 'return', replacement: ts.isArrayLiteralExpression(node) ? '[]' : 'undefined' }];
}
