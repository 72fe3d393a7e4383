import { MARKER_TOKENS } from '../policy/derive-budgets.ts';

const MAX_TOPIC_CHARS = 48;
export const MARKER_TOPICS = 8;

/** A topic as it may stand in a marker: one line, without brackets, commas or quotes of its own. */
export function cleanTopic(topic: string): string {
  const flat = topic
    .replaceAll(/[[\]{}()<>,;"'`\s\p{Cc}]+/gu, ' ')
    .trim();
  const points = Array.from(flat);
  return points.length <= MAX_TOPIC_CHARS ? flat : `…${points.slice(1 - MAX_TOPIC_CHARS).join('')}`;
}

/** The one template of a marker. Byte-exact: prompts, tests and other implementations depend on it. Source: 000 §5.2, 002 §4.3. */
export function renderMarker(fromTurn: number, toTurn: number, topics: readonly string[]): string {
  const range = fromTurn === toTurn ? `T${fromTurn}` : `T${fromTurn}-T${toTurn}`;
  const key = topics.length > 0 ? ` Key topics: ${topics.join(', ')}.` : '';
  return `[Events ${range} evicted.${key} Use recall(query) to retrieve details.]`;
}

export interface FittedMarker {
  readonly topics: readonly string[];
  readonly text: string;
  readonly tokens: number;
}

/** The marker with as many of the topics, best first, as 60 tokens hold. */
export function fitMarker(fromTurn: number, toTurn: number, topics: readonly string[], countTokens: (text: string) => number): FittedMarker {
  const candidates = [...new Set(topics.map(cleanTopic))].filter((topic) => topic.length > 0);
  let chosen: string[] = [];
  let text = renderMarker(fromTurn, toTurn, chosen);
  let tokens = countTokens(text);
  for (const topic of candidates) {
    if (chosen.length === MARKER_TOPICS) break;
    const wider = renderMarker(fromTurn, toTurn, [...chosen, topic]);
    const cost = countTokens(wider);
    if (cost > MARKER_TOKENS) continue;
    chosen = [...chosen, topic];
    text = wider;
    tokens = cost;
  }
  return { topics: chosen, text, tokens };
}
