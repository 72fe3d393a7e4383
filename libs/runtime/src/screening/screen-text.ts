import { SCREENING_RULES, type ScreeningRule } from './screening-rules.ts';

export type ScreeningAction = 'off' | 'mark' | 'mask';

export interface ScreeningFinding {
  readonly rule: string;
  readonly count: number;
  readonly action: 'mark' | 'mask';
}

export interface ScreenedText {
  /** The text; with `mask` each finding is replaced by `[redacted:rule]`. */
  readonly text: string;
  /** In the order of the rules; only rules that found something. */
  readonly findings: readonly ScreeningFinding[];
}

/** Most passes; usually the last finds nothing. No realistic text uncovers something new in every pass. */
const MOST_PASSES = 8;

/**
 * Finds secrets and personal data. `mark` reports and leaves the text, `mask` replaces, `off` does nothing. Linear in
 * the length of the text. Idempotent: a masked text has no findings. Source: E14.
 */
export function screenText(text: string, action: ScreeningAction, rules: readonly ScreeningRule[] = SCREENING_RULES): ScreenedText {
  if (action === 'off' || text.length === 0) return { text, findings: [] };
  const passes: ScreeningFinding[][] = [];
  let current = text;
  // Masking one match can uncover another: an IBAN's last digits may precede a card number.
  while (passes.length < MOST_PASSES) {
    const { masked, findings } = maskAll(current, rules, action);
    if (findings.length === 0) break;
    passes.push(findings);
    current = masked;
  }
  const order = new Map(rules.map(({ name }, at) => [name, at]));
  const findings = mergeFindings(passes).sort((left, right) => order.get(left.rule)! - order.get(right.rule)!);
  return { text: action === 'mask' ? current : text, findings };
}

function maskAll(
  text: string,
  rules: readonly ScreeningRule[],
  action: ScreeningFinding['action'],
): { masked: string; findings: ScreeningFinding[] } {
  const lower = text.toLowerCase();
  let masked = text;
  const findings: ScreeningFinding[] = [];
  for (const rule of rules) {
    if (!rule.hints.some((hint) => lower.includes(hint))) continue;
    const step = maskRule(masked, rule);
    if (step.count === 0) continue;
    findings.push({ rule: rule.name, count: step.count, action });
    masked = step.masked;
  }
  return { masked, findings };
}

/** Adds up findings of several texts of one event. */
export function mergeFindings(lists: readonly (readonly ScreeningFinding[])[]): ScreeningFinding[] {
  const byRule = new Map<string, ScreeningFinding>();
  for (const finding of lists.flat()) {
    const name = `${finding.rule} ${finding.action}`;
    const known = byRule.get(name);
    byRule.set(name, known ? { ...known, count: known.count + finding.count } : finding);
  }
  return [...byRule.values()];
}

// `mark` masks a copy, so that both actions count alike: a match of one rule is not counted again by a later one.
function maskRule(text: string, rule: ScreeningRule): { masked: string; count: number } {
  let count = 0;
  const masked = text.replace(rule.pattern, (match: string, ...rest: unknown[]) => {
    if (rule.check && !rule.check(match)) return match;
    const groups = rest.at(-1);
    const secret = typeof groups === 'object' && groups !== null ? (groups as { secret?: string }).secret : undefined;
    const hidden = secret ?? match;
    if (hidden.startsWith('[redacted:')) return match;
    count += 1;
    const label = `[redacted:${rule.name}]`;
    if (secret === undefined) return label;
    const at = match.lastIndexOf(secret);
    return match.slice(0, at) + label + match.slice(at + secret.length);
  });
  return { masked, count };
}
