import { policySettings } from '@total-recall/contracts';
import { deriveBudgets } from '@total-recall/domain';
import { z } from 'zod';

/** A setting as its JSON Schema has it. */
interface Setting {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly description?: string;
}

const SIZES = [8_192, 32_768, 128_000, 200_000, 1_000_000];
const whole = (value: number): string => value.toLocaleString('en-US');

/** Renders every setting of a policy as a table in Markdown, in the order of the schema. */
export function renderPolicyTable(): string {
  const { properties } = z.toJSONSchema(policySettings, { io: 'input' }) as { readonly properties: Readonly<Record<string, Setting>> };
  const rows = Object.entries(properties).map(
    ([name, setting]) => `| \`${name}\` | ${valuesOf(setting)} | ${(setting.description ?? '').replaceAll('|', '\\|')} |`,
  );
  return ['| setting | values | what it does |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Renders the budgets that follow from the size of a window alone. */
export function renderBudgetTable(): string {
  const rows = SIZES.map((windowTokens) => {
    const { sys, task, tail, user, headroom, markerCap, pull, pullMax, pullCalls, output, knowledge } = deriveBudgets({ windowTokens });
    const cells = [windowTokens, sys, task, tail, user, headroom, markerCap, pull, pullMax, pullCalls, output, knowledge].map(whole);
    return `| ${cells.join(' | ')} |`;
  });
  const names = ['system', 'task', 'tail', 'user', 'headroom', 'markerCap', 'pull', 'pullMax', 'pullCalls', 'output', 'knowledge'];
  return [`| windowTokens | ${names.join(' | ')} |`, `| ${'--: | '.repeat(names.length + 1).trim()}`, ...rows].join('\n');
}

function valuesOf({ type, enum: choices, minimum, exclusiveMinimum, maximum }: Setting): string {
  if (choices) return choices.map((choice) => `\`${choice}\``).join(', ');
  if (type === 'boolean') return '`true`, `false`';
  if (type === 'integer' || type === 'number') {
    const from = minimum === undefined ? `above ${exclusiveMinimum}` : whole(minimum);
    return `${type === 'integer' ? 'whole number, ' : ''}${from} to ${whole(maximum!)}`;
  }
  return type === 'array' ? 'list' : type === 'object' ? 'object' : 'text';
}
