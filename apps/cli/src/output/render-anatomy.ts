import type { AssembledWindow } from '@total-recall/domain';
import { percent, whole } from './format-number.ts';
import type { Style, StyleName } from './terminal.ts';

export interface WindowPart {
  readonly name: string;
  readonly tokens: number;
  readonly block: string;
  readonly style: StyleName;
}

/** Returns the parts of a window in their order. They add up to the window. */
export function windowParts({ tokens, budgets }: Pick<AssembledWindow, 'tokens' | 'budgets'>): WindowPart[] {
  const headroom = Math.min(budgets.headroom, Math.max(0, budgets.window - tokens.total));
  return [
    { name: 'system and tools', tokens: tokens.sys, block: '▓', style: 'magenta' },
    { name: 'known facts', tokens: tokens.knowledge, block: '▛', style: 'yellow' },
    { name: 'task state', tokens: tokens.task, block: '▚', style: 'yellow' },
    { name: 'markers', tokens: tokens.markers, block: '▒', style: 'cyan' },
    { name: 'history', tokens: Math.max(0, tokens.history - tokens.markers - tokens.tail), block: '█', style: 'blue' },
    { name: 'tail', tokens: tokens.tail, block: '▉', style: 'green' },
    { name: 'pushed evidence', tokens: tokens.pack, block: '▙', style: 'cyan' },
    { name: 'user message', tokens: tokens.user, block: '▞', style: 'white' },
    { name: 'free', tokens: Math.max(0, budgets.window - headroom - tokens.total), block: '·', style: 'gray' },
    { name: 'headroom', tokens: headroom, block: '░', style: 'gray' },
  ];
}

/** Renders the parts as a bar of blocks with a legend below. Every part that is not empty gets at least one block. */
export function renderAnatomy(parts: readonly WindowPart[], width: number, style: Style): string {
  const total = parts.reduce((sum, part) => sum + part.tokens, 0);
  const shown = parts.filter((part) => part.tokens > 0);
  if (total === 0) return style('dim', '(empty)');
  const cells = divide(
    shown.map((part) => part.tokens),
    width,
  );
  const bar = shown.map((part, at) => style(part.style, part.block.repeat(cells[at]!))).join('');
  const names = Math.max(...shown.map((part) => part.name.length));
  const digits = whole(total).length;
  const legend = shown.map(
    (part) =>
      `  ${style(part.style, part.block)} ${part.name.padEnd(names)}  ${whole(part.tokens).padStart(digits)} tokens  ${percent(part.tokens / total).padStart(6)}`,
  );
  return [bar, ...legend].join('\n');
}

/** Divides cells in proportion by largest remainder, with at least one cell each. */
export function divide(amounts: readonly number[], cells: number): number[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const exact = amounts.map((amount) => (amount / total) * cells);
  const given = exact.map((share) => Math.max(1, Math.floor(share)));
  const used = () => given.reduce((sum, count) => sum + count, 0);
  const byRemainder = exact
    .map((share, at) => ({ at, rest: share - Math.floor(share) }))
    .toSorted((a, b) => b.rest - a.rest || a.at - b.at);
  for (let next = 0; used() < cells; next++) given[byRemainder[next % byRemainder.length]!.at]! += 1;
  while (used() > cells && Math.max(...given) > 1) given[given.indexOf(Math.max(...given))]! -= 1;
  return given;
}
