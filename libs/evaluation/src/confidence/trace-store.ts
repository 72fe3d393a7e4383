import type { NewEvent } from '@total-recall/domain';
import { floodText, serviceNames } from '../flood-text.ts';
import { NEEDLE_TYPES, plant, type NeedleType } from '../generate-needles.ts';
import { generateTraces } from '../generate-traces.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { textOfEvent } from '../session-events.ts';
import type { AskedStore, StoreQuestion } from './asked-store.ts';

/** The same questions in other words than the event's. */
const OTHER_WORDS: Readonly<Record<NeedleType, readonly string[]>> = {
  hash: ['which digest identifies the shipped {s}', 'fingerprint of the {s} artefact', 'what is the {s} checksum'],
  path: ['location in the logs where the {s} went wrong', 'file and line of the corrupt {s} entry', 'first broken {s} record path'],
  error: ['why did the quick check of the {s} fail', 'error message of the {s} smoke run', 'what made the {s} test abort'],
  parameter: [
    'which options let the {s} survive the traffic',
    'command line of the {s} in staging',
    'start settings for the {s} under load',
  ],
  decision: ['database picked for the {s} and the reason', 'why did we settle on that storage for the {s}', 'what backs the {s} store'],
};
/** The first wordings are for fitting, the others for checking. */
const WORDINGS = { fit: [0, 1], 'held-out': [2] } as const;

/** Generates an agent's log: tool output about all services, with occasional events about a single one. */
export function generateFloodStore(random: SeededRandom, name: string, part: keyof typeof WORDINGS): AskedStore {
  const services = serviceNames(random, 60);
  const questions: StoreQuestion[] = [];
  const wording = (type: NeedleType, subject: string, own: string): string =>
    random.below(2) === 0 ? own : OTHER_WORDS[type][random.pick(WORDINGS[part])]!.replace('{s}', subject);
  const events = Array.from({ length: 60 + random.below(140) }, (_, at): NewEvent => {
    const flood = floodText(random, 80 + random.below(at % 7 === 0 ? 1_600 : 240), services);
    if (at % 4 !== 1 || questions.length >= 40) {
      const call = { id: `${name}-${at}`, name: 'run_build' };
      return at % 4 === 2 ? { kind: 'agent_message', text: flood, messageId: `${name}-${at}` } : { kind: 'tool_result', call, text: flood };
    }
    const type = NEEDLE_TYPES[questions.length % NEEDLE_TYPES.length]!;
    const subject = services[questions.length]!;
    const { value, text, query } = plant(random, type, subject);
    const byValue = type !== 'decision' && random.below(4) === 0;
    questions.push({
      text: byValue ? `what do we know about ${value}` : wording(type, subject, query),
      kind: byValue ? 'identifier' : 'planted',
      units: [String(at + 1)],
    });
    return { kind: 'agent_message', text: `${text}\n${flood.slice(0, 400)}`, messageId: `${name}-${at}` };
  });
  const never = services.slice(questions.length, questions.length + 16).map((subject, at): StoreQuestion => {
    const type = NEEDLE_TYPES[at % NEEDLE_TYPES.length]!;
    const { value, query } = plant(random, type, at % 3 === 0 ? serviceNames(random, 1)[0]! : subject);
    const byValue = type !== 'decision' && random.below(3) === 0;
    return {
      text: byValue ? `what do we know about ${value}` : wording(type, subject, query),
      kind: byValue ? 'unknown identifier' : 'never planted',
      units: [],
    };
  });
  return {
    store: { name, sessions: [{ name: 'run', events, units: events.map((_, at) => String(at + 1)) }] },
    questions: [...questions, ...never],
  };
}

/** Generates a coding run with keyword questions about its own events and about those of another run. */
export function generateRunStore(random: SeededRandom, name: string, seed: number): AskedStore {
  const [own, other] = [seed * 2, seed * 2 + 1].map((at) => generateTraces({ seed: at, traces: 1, requests: 5 })[0]!.sessions[0]!.events);
  const events = own!
    .filter((event) => event.taskState === undefined && event.attachments === undefined)
    .map(({ sequence: _sequence, meta: _meta, ...event }): NewEvent => event);
  const said = (list: readonly NewEvent[]) =>
    list.map((event, at) => ({ at, text: textOfEvent(event) })).filter(({ text }) => text.length > 80);
  const asked = random
    .shuffled(said(events))
    .slice(0, 20)
    .map(({ at, text }) => ({ text: keywords(random, text), kind: 'keywords', units: [String(at + 1)] }));
  const strange = random
    .shuffled(said(other!))
    .slice(0, 14)
    .map(({ text }) => ({ text: keywords(random, text), kind: 'keywords of another run', units: [] }));
  return {
    store: { name, sessions: [{ name: 'run', events, units: events.map((_, at) => String(at + 1)) }] },
    questions: [...asked, ...strange],
  };
}

/** Takes words from one place of a text, in another order. */
function keywords(random: SeededRandom, text: string): string {
  const from = random.below(Math.max(1, text.length - 300));
  const words = [
    ...new Set(
      text
        .slice(from, from + 300)
        .split(/\s+/)
        .slice(1, -1),
    ),
  ].filter((word) => word.length > 3);
  return random
    .shuffled(words.length > 0 ? words : text.split(/\s+/))
    .slice(0, 4 + random.below(5))
    .join(' ');
}
