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
    for (const [name, inner] of Object.entries(part)) {
      const at = path === '' ? name : `${path}.${name}`;
      fields.set(freeName(names ? screenOne(name) : name, fields), keeps.has(at) ? inner : screen(inner, at));
    }
    return Object.fromEntries(fields);
  };
  return { value: screen(value, '') as T, findings: mergeFindings(findings) };
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let times = 2; taken.has(free); times++) free = `${name}_${times}`;
  return free;
}
