import { TASK_PHASES } from '@total-recall/domain';
import { isLoose, present, textIn, toBoolean, toInt, toTexts, unwrapJson, type Loose } from './loose-values.ts';

const ENVELOPE = ['expectedVersion', 'agent', 'occurredAt'] as const;
const LISTS = ['goals', 'nextActions', 'keyEvents', 'keyArtifacts', 'milestones', 'acceptanceCriteria', 'risks'] as const;
const ITEMS = ['constraints', 'openLoops'] as const;
const BOOLEANS = ['requiresSelfAssessment', 'requestHistorical'] as const;
const OTHERS = ['taskId', 'premises', 'phase', 'filters', 'extensions'] as const;
const KNOWN: ReadonlySet<string> = new Set([...LISTS, ...ITEMS, ...BOOLEANS, ...OTHERS]);

/**
 * Reads the body of a task-state update from a caller or a model. Arguments of the tool (flat, or under `arguments`)
 * become its fields: unknown names are left out, a text where a list belongs becomes a list, JSON in a text is parsed,
 * and null is ignored.
 */
export function readTaskStateBody(body: unknown): unknown {
  const read = unwrapJson(body);
  if (!isLoose(read)) return read;
  const { arguments: written, ...rest } = read;
  if (written !== undefined) {
    const args = unwrapJson(written);
    return isLoose(args) ? split({ ...args, ...rest }) : { ...rest, fields: args };
  }
  if (read['fields'] === undefined) return split(read);
  const fields = unwrapJson(read['fields']);
  const { expectedVersion, ...others } = read;
  return { ...others, ...versionOf(expectedVersion), fields: isLoose(fields) ? coerceFields(fields) : fields };
}

/** Separates the version from the fields in flat arguments. */
function split(args: Loose): unknown {
  const { expectedVersion, agent, occurredAt } = present(args);
  const nested = unwrapJson(args['fields']);
  const own = Object.fromEntries(Object.entries(args).filter(([name]) => KNOWN.has(name)));
  const others = Object.keys(args).filter((name) => !KNOWN.has(name) && !(ENVELOPE as readonly string[]).includes(name));
  const fields: Record<string, unknown> = coerceFields({ ...(isLoose(nested) ? nested : {}), ...own });
  // Only unknown fields: a refusal that names them is better than storing an empty update.
  if (Object.keys(fields).length === 0) for (const name of others) fields[name] = args[name];
  return { ...present({ agent, occurredAt }), ...versionOf(expectedVersion), fields };
}

function versionOf(value: unknown): Loose {
  return value === undefined || value === null || value === '' ? {} : { expectedVersion: toInt(value) };
}

function coerceFields(fields: Loose): Loose {
  const out: Record<string, unknown> = { ...present(fields) };
  const change = (names: readonly string[], read: (value: unknown) => unknown) => {
    for (const name of names) if (out[name] !== undefined) out[name] = read(out[name]);
  };
  change(LISTS, toTexts);
  change(ITEMS, toItems);
  change(BOOLEANS, toBoolean);
  change(['taskId'], (value) => (typeof value === 'number' ? String(value) : value));
  change(['premises'], toPremises);
  change(['phase'], toPhase);
  change(['filters', 'extensions'], unwrapJson);
  return out;
}

function toItems(value: unknown): unknown {
  const read = unwrapJson(value);
  if (!Array.isArray(read)) return isLoose(read) ? [toItem(read)] : asItems(toTexts(read));
  return read.flatMap((one: unknown) => (one === null || one === '' ? [] : [toItem(one)]));
}

function asItems(texts: unknown): unknown {
  return Array.isArray(texts) ? texts.map(toItem) : texts;
}

function toItem(value: unknown): unknown {
  if (typeof value === 'string') return { text: value.trim() };
  if (typeof value === 'number') return { text: String(value) };
  if (!isLoose(value)) return value;
  const text = textIn(value);
  const eventIds = toTexts(value['eventIds'] ?? value['events'] ?? value['eventId']);
  return text === undefined ? value : { text, ...(Array.isArray(eventIds) && eventIds.length > 0 ? { eventIds } : {}) };
}

/** Reads name to value, also from a list of `name = value` texts or of objects. */
function toPremises(value: unknown): unknown {
  const read = unwrapJson(value);
  if (isLoose(read)) return Object.fromEntries(Object.entries(present(read)).map(([name, held]) => [name, asText(held)]));
  const texts = typeof read === 'string' ? read.split('\n') : read;
  if (!Array.isArray(texts)) return read;
  const pairs = texts.map((one: unknown) => pairOf(one));
  return pairs.every((pair) => pair !== undefined) ? Object.fromEntries(pairs) : read;
}

function pairOf(value: unknown): [string, unknown] | undefined {
  if (isLoose(value)) return typeof value['name'] === 'string' ? [value['name'], asText(value['value'])] : undefined;
  const matched = typeof value === 'string' ? /^\s*(?:[-*]\s+)?([^=:]{1,128}?)\s*[=:]\s*(\S[\s\S]*)$/.exec(value) : null;
  return matched ? [matched[1]!, matched[2]!.trim()] : undefined;
}

function asText(value: unknown): unknown {
  return typeof value === 'string' || value === undefined ? value : JSON.stringify(value);
}

function toPhase(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim().toLowerCase();
  return TASK_PHASES.find((phase) => text.startsWith(phase.slice(0, Math.min(phase.length, 6)))) ?? text;
}
