import { describe, expect, it } from 'vitest';
import { cutPassages } from './cut-passages.ts';
import { scopeOf } from './scope-line.ts';

describe('scopeOf', () => {
  it.each([
    ['## Rigging the mast', '## Rigging the mast'],
    ['=== harbour log ===', '=== harbour log ==='],
    ['[deploy.staging]', '[deploy.staging]'],
    ['def hoist(self, sail):', 'def hoist(self, sail):'],
    ['  async def lower(self):', 'async def lower(self):'],
    ['export class Keel extends Hull {', 'export class Keel extends Hull {'],
    ['pub fn trim<T>(sheet: T) -> T {', 'pub fn trim<T>(sheet: T) -> T {'],
    ['func (b *Boat) Tack(deg int) error {', 'func (b *Boat) Tack(deg int) error {'],
    ['export const reef = async (n: number): Promise<void> => {', 'export const reef = async (n: number): Promise<void> => {'],
    ['  static int depth(const Chart& chart) {', 'static int depth(const Chart& chart) {'],
    ["  it('reefs before the squall', () => {", "it('reefs before the squall', () => {"],
    ['   12\tclass Anchor:', 'class Anchor:'],
    ['src/keel.ts:40:export function careen(): void {', 'export function careen(): void {'],
    ['+function bail(): void {', 'function bail(): void {'],
    ['diff --git a/keel.ts b/keel.ts', 'diff --git a/keel.ts b/keel.ts'],
    ['"scripts": {', '"scripts": {'],
    ['Steps to reproduce:', 'Steps to reproduce:'],
  ])('%s', (line, scope) => expect(scopeOf(`${line}\n`)).toBe(scope));

  it.each([
    'type of the boat',
    'if (sail.isUp()) {',
    'while (true) {',
    'return hoist(sail);',
    'The class is full today.',
    'else:',
    '  sail: up',
    '',
    'x = 4',
  ])('is not: %s', (line) => expect(scopeOf(line)).toBeUndefined());

  it('is kept to 80 characters, and read in time however a line is made', () => {
    expect(scopeOf(`# ${'keel '.repeat(40)}`)).toHaveLength(80);
    for (const unit of ['a ', '(', 'a(', 'const ', 'static ', '"', '<', '[', 'a=', ' ']) scopeOf(unit.repeat(250));
    const slow = [`x(${':\t'.repeat(120)}`, `${'\\n'.repeat(120)}x`, `${' '.repeat(248)}x`].map((line) => `${line}\n`.repeat(30_000));
    for (const text of slow) expect([...cutPassages(text, { passageChars: 1000, maxPassages: 4_000 })].length).toBeGreaterThan(100);
  });

  it('is of the passages behind its line', () => {
    const body = '  raise(sail, halyard, winch);\n'.repeat(15);
    const text = `# Notes\n\nclass Mast {\n${body}}\n\nclass Keel {\n${body}}\n`;
    const passages = [...cutPassages(text, { passageChars: 200, maxPassages: 100 })];
    expect(passages[0]!.scope).toBeUndefined();
    expect(passages[1]!.scope).toBe('class Mast {');
    expect(passages.at(-1)!.scope).toBe('class Keel {');
  });
});
