import type { NewEvent, PolicySettings } from '@total-recall/domain';
import { floodText, serviceNames } from './flood-text.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

export const NEEDLE_TYPES = ['hash', 'path', 'error', 'parameter', 'decision'] as const;
export type NeedleType = (typeof NEEDLE_TYPES)[number];
export type NeedlePreset = '000' | '002';

/** An exact string planted in a trace, and the question for it. The question never holds the string. */
export interface Needle {
  readonly type: NeedleType;
  readonly value: string;
  readonly query: string;
  /** Subject of the needle. Only the needle's own event holds both the subject and the string. */
  readonly subject: string;
  /** Index of its event in the trace. */
  readonly eventIndex: number;
}

/** A question about a subject of the trace whose answer was never planted. */
export interface NeverPlanted {
  readonly type: NeedleType;
  readonly query: string;
  readonly subject: string;
}

export interface NeedleTrace {
  readonly events: readonly NewEvent[];
  readonly needles: readonly Needle[];
  readonly neverPlanted: readonly NeverPlanted[];
  /** Indexes of events after which a compaction is requested, in addition to those that the trigger causes. */
  readonly compactAfter: readonly number[];
}

export interface NeedleRun {
  readonly preset: NeedlePreset;
  readonly seed: number;
  /** Policy of the flooded session. */
  readonly settings: PolicySettings;
  readonly windowTokens: number;
  /**
   * The asker: the session itself, within the room that its window leaves; or another agent of the space with a window
   * of this size. A window of 4,000 tokens with 200 of headroom leaves no room for evidence, and the paper asked its
   * store, not its window.
   */
  readonly asker: 'session' | { readonly windowTokens: number };
  readonly traces: readonly NeedleTrace[];
}

/** Strings of a needle's type, planted or not: anything that a reader would take for an answer. */
export const NEEDLE_PATTERNS: Readonly<Record<NeedleType, RegExp>> = {
  hash: /(?<![0-9a-f])[0-9a-f]{12}(?![0-9a-f])/,
  path: /\/var\/[\w/-]+\.log:\d+/,
  error: /E[A-Z]{4,} \d+\.\d+\.\d+\.\d+:\d+/,
  parameter: /--[a-z-]+=\d+ --[a-z-]+=\d+ms/,
  decision: /chose \w+ over \w+ because of [^.]+/,
};

const ERRORS = ['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET', 'EADDRINUSE'] as const;
const LOGS = ['access', 'error', 'audit', 'worker', 'import'] as const;
const FLAGS = ['max-retries', 'batch-size', 'pool-size', 'fan-out', 'backlog'] as const;
const WAITS = ['timeout', 'interval', 'grace', 'linger', 'cooldown'] as const;
const CHOICES = ['Postgres', 'SQLite', 'Cassandra', 'Redis', 'Consul', 'Nomad', 'Lucene', 'Parquet'] as const;
const REASONS = [
  'its range scans and smaller bill',
  'better concurrent writes',
  'the replay that auditors asked for',
  'cheaper cold starts at night',
  'the two operators who know it',
] as const;

export function plant(random: SeededRandom, type: NeedleType, subject: string): { value: string; text: string; query: string } {
  switch (type) {
    case 'hash': {
      const value = random.hex(12);
      return {
        value,
        text: `The release checksum of the ${subject} is ${value} as of this build.`,
        query: `release checksum of the ${subject}`,
      };
    }
    case 'path': {
      const value = `/var/log/${subject.replace(' ', '-')}/${random.pick(LOGS)}.log:${100 + random.below(9_000)}`;
      return {
        value,
        text: `First bad record of the ${subject} stands at ${value}, the rest follow from it.`,
        query: `where does the first bad record of the ${subject} stand`,
      };
    }
    case 'error': {
      const value = `${random.pick(ERRORS)} 10.${random.below(200)}.${random.below(200)}.${random.below(200)}:${1_024 + random.below(60_000)}`;
      return {
        value,
        text: `Smoke test of the ${subject} broke off with ${value} on the second try.`,
        query: `what did the smoke test of the ${subject} break off with`,
      };
    }
    case 'parameter': {
      const value = `--${random.pick(FLAGS)}=${2 + random.below(60)} --${random.pick(WAITS)}=${100 + random.below(9_000)}ms`;
      return {
        value,
        text: `The ${subject} only held its load when started with ${value} in staging.`,
        query: `flags that the ${subject} was started with in staging to hold its load`,
      };
    }
    case 'decision': {
      const [first, second] = random.shuffled(CHOICES);
      const value = `chose ${first} over ${second} because of ${random.pick(REASONS)}`;
      return {
        value,
        text: `For the store of the ${subject} we ${value}.`,
        query: `which store did we decide on for the ${subject}, and for what reason`,
      };
    }
  }
}

/** Generates the papers' set-ups from a seed. */
export function generateNeedles(preset: NeedlePreset, seed = 1): NeedleRun {
  return preset === '000' ? presetOf000(seed) : presetOf002(seed);
}

const CHARS_PER_TOKEN = 3;

/**
 * Builds the set-up of 000: 50 needles evenly spread over 200 events, 80 flood tokens a turn, a budget of 4,000 tokens
 * with 200 of headroom, a tail of 3 turns, five requested compactions. Source: 000 §10.4.
 */
function presetOf000(seed: number): NeedleRun {
  const random = createSeededRandom(`needles 000 ${seed}`);
  const services = serviceNames(random, 120);
  const bystanders = services.slice(100);
  const needles: Needle[] = [];
  const events = Array.from({ length: 200 }, (_, at): NewEvent => {
    // The flood mentions the needles' subjects, but not in the events that hold needles, where the two could not be
    // told apart.
    const flood = floodText(random, 80 * CHARS_PER_TOKEN, at % 4 === 1 ? bystanders : services);
    const kind = at % 2 === 0 ? 'user_message' : 'agent_message';
    if (at % 4 !== 1) return { kind, text: flood, ...(kind === 'agent_message' && { messageId: `turn-${at + 1}` }) };
    const type = NEEDLE_TYPES[needles.length % NEEDLE_TYPES.length]!;
    const subject = services[needles.length]!;
    const { value, text, query } = plant(random, type, subject);
    needles.push({ type, value, query, subject, eventIndex: at });
    return { kind, text: `${text}\n${flood}`, messageId: `turn-${at + 1}` };
  });
  const trace: NeedleTrace = {
    events,
    needles,
    neverPlanted: neverPlanted(random, services.slice(50, 100)),
    compactAfter: [39, 79, 119, 159, 199],
  };
  return {
    preset: '000',
    seed,
    windowTokens: 4_000,
    traces: [trace],
    asker: { windowTokens: 32_768 },
    settings: { windowTokens: 4_000, headroomTokens: 200, tailTurns: 3 },
  };
}

/**
 * Builds the set-up of 002: 10 traces of 5 needles, one of each type. Turns 1-10 plant them, 50 turns of tool output
 * flood a window of 32K with about 150K tokens, and the questions come last. Source: 002 §10A.1.
 */
function presetOf002(seed: number): NeedleRun {
  const traces = Array.from({ length: 10 }, (_, at) => traceOf002(createSeededRandom(`needles 002 ${seed} ${at}`)));
  return { preset: '002', seed, windowTokens: 32_768, settings: { windowTokens: 32_768 }, asker: 'session', traces };
}

const FLOOD_TURNS = 50;
const FLOOD_TOKENS_A_TURN = 3_000;

function traceOf002(random: SeededRandom): NeedleTrace {
  const services = serviceNames(random, 60);
  const events: NewEvent[] = [];
  const needles: Needle[] = [];
  const types = random.shuffled(NEEDLE_TYPES);
  for (let turn = 1; turn <= 10; turn += 1) {
    if (turn % 2 === 1) {
      events.push({ kind: 'user_message', text: `Next, have a look at the ${services[needles.length]!} and tell me what matters.` });
      continue;
    }
    const type = types[needles.length]!;
    const subject = services[needles.length]!;
    const { value, text, query } = plant(random, type, subject);
    needles.push({ type, value, query, subject, eventIndex: events.length });
    events.push({ kind: 'agent_message', text, messageId: `seed-${turn}` });
  }
  for (let turn = 1; turn <= FLOOD_TURNS; turn += 1) {
    const call = { id: `flood-${turn}`, name: random.pick(['run_build', 'get_status', 'list_files']) };
    events.push({ kind: 'tool_call', call: { ...call, arguments: JSON.stringify({ target: random.pick(services) }) }, messageId: call.id });
    events.push({ kind: 'tool_result', call, text: floodText(random, FLOOD_TOKENS_A_TURN * CHARS_PER_TOKEN, services) });
  }
  return { events, needles, neverPlanted: neverPlanted(random, services.slice(5, 15)), compactAfter: [] };
}

function neverPlanted(random: SeededRandom, subjects: readonly string[]): NeverPlanted[] {
  return subjects.map((subject, at) => {
    const type = NEEDLE_TYPES[at % NEEDLE_TYPES.length]!;
    return { type, subject, query: plant(random, type, subject).query };
  });
}
