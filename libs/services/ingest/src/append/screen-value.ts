import { mergeFindings, screenText, type ScreeningAction, type ScreeningFinding } from '@total-recall/runtime';

/** Our own ids of events and artifacts, which are not screened. */
const OUR_ID = /^(?:[0-7][0-9A-HJKMNP-TV-Z]{25}|art_[0-9a-f]{32})$/;

/** Choices for {@link screenValue}. */
interface ScreenOptions {
  /** Screens names of fields too, because in free-form data they may be content. Default: false. */
  readonly names?: boolean;
  /** Fields that stay as they are, by their path from the value (`meta.subject`), with all that is in them. */
  readonly keeps?: ReadonlySet<string>;
}

const KEEPS_NOTHING: ReadonlySet<string> = new Set();

/**
 * Screens every text in a value, at any depth. If two names of fields become equal, one gets a number, so that no field is
 * lost.
 */
export function screenValue<T>(
  value: T,
  action: ScreeningAction,
  { names = false, keeps = KEEPS_NOTHING }: ScreenOptions = {},
): { readonly value: T; readonly findings: readonly ScreeningFinding[] } {
  const findings: (readonly ScreeningFinding[])[] = [];
  const screenOne = (text: string): string => {
    if (OUR_ID.test(text)) return text;
    const screened = screenText(text, action);
    findings.push(screened.findings);
    return screened.text;
  };
  const screen = (part: unknown, path: string): unknown => {
    if (typeof part === 'string') return screenOne(part);
    if (Array.isArray(part)) return part.map((inner) => screen(inner, path));
    if (typeof part !== 'object' || part === null) return part;
    const fields = new Map<string, unknown>();
    const lastNumbers = new Map<string, number>();
    for (const [name, inner] of Object.entries(part)) {
      const at = path === '' ? name : `${path}.${name}`;
      fields.set(freeName(names ? screenOne(name) : name, fields, lastNumbers), keeps.has(at) ? inner : screen(inner, at));
    }
    return Object.fromEntries(fields);
  };
  return { value: screen(value, '') as T, findings: mergeFindings(findings) };
}

/** Numbers a name that is taken. It goes on behind the last number of the same name: all may be alike when screened. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>, lastNumbers: Map<string, number>): string {
  if (!taken.has(name)) return name;
  let number = lastNumbers.get(name) ?? 1;
  do number += 1;
  while (taken.has(`${name}_${number}`));
  lastNumbers.set(name, number);
  return `${name}_${number}`;
}
