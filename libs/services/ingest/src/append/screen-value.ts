import { mergeFindings, screenText, type ScreeningAction, type ScreeningFinding } from '@total-recall/runtime';

/** Our own ids of events and artifacts, which are not screened. */
const OUR_ID = /^(?:[0-7][0-9A-HJKMNP-TV-Z]{25}|art_[0-9a-f]{32})$/;

/**
 * Screens every text in a value, at any depth. With `names` it screens field names too, because in free-form data they
 * may be content. If two names become equal, one gets a number, so that no field is lost.
 */
export function screenValue<T>(
  value: T,
  action: ScreeningAction,
  { names = false }: { readonly names?: boolean } = {},
): { readonly value: T; readonly findings: readonly ScreeningFinding[] } {
  const findings: (readonly ScreeningFinding[])[] = [];
  const screenOne = (text: string): string => {
    if (OUR_ID.test(text)) return text;
    const screened = screenText(text, action);
    findings.push(screened.findings);
    return screened.text;
  };
  const screen = (part: unknown): unknown => {
    if (typeof part === 'string') return screenOne(part);
    if (Array.isArray(part)) return part.map(screen);
    if (typeof part !== 'object' || part === null) return part;
    const fields = new Map<string, unknown>();
    for (const [name, inner] of Object.entries(part)) {
      fields.set(freeName(names ? screenOne(name) : name, fields), screen(inner));
    }
    return Object.fromEntries(fields);
  };
  return { value: screen(value) as T, findings: mergeFindings(findings) };
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let times = 2; taken.has(free); times++) free = `${name}_${times}`;
  return free;
}
