import type { TaskPhase } from '../task-state/task-state.ts';
import { EVENT_KINDS, type EventKind } from './event-kind.ts';

/** Every decision of the service that depends on the kind of an event alone. A new kind has to make each of them. */
export interface KindRules {
  /** The writer of such events: a caller who appends, a caller who sets the task state, or only the service itself. */
  readonly writer: 'caller' | 'task_state' | 'service';
  /** True of what an agent says or does by itself, so that it may show that the agent used what it recalled. */
  readonly isAgents: boolean;
  /** Place within one response of a model; absent where a response has none. Together with its results a response is one turn. */
  readonly responseOrder?: 0 | 1 | 2;
  /** True of messages that people and agents exchange: they answer each other, and a question in them is one that somebody asks. */
  readonly isTalk: boolean;
  /** True where it asks for work, which makes its words the first topics of a marker. */
  readonly isRequest: boolean;
  /** True where the hot path may drop it: it holds nothing that a session must keep. */
  readonly isDispensable: boolean;
  /** Part of the window: with the system prompt at the front, or in order of time. Source: 002 P8. */
  readonly block: 'persona' | 'rule' | 'knowledge' | 'flow';
  /**
   * Eviction weight in tenths, higher goes sooner. `guarded`: stays whole until it is superseded (I-17); `kept`: never evicted.
   * Source: 000 §5.1 Table A, 002 A.4.
   */
  readonly eviction: number | 'guarded' | 'kept';
  /** True where the manifest of a marker names it as a place to start reading. */
  readonly isAnchor: boolean;
  /** Vectors of its passages: none, a few of a long text, or many, as results are long and asked for by their details. */
  readonly vectors: 'none' | 'few' | 'many';
  /** Name of its speaker in front of a passage. */
  readonly header: string;
  /** Worth in any phase, 1 being neutral. Source: 001 §5.2 (base score); the numbers are ours. */
  readonly prior: number;
  /**
   * Exponent of the power law by which it fades: talk fades faster than what was settled, hard rules not at all. The
   * numbers are ours.
   */
  readonly forgetting: number;
  /**
   * Worth in a phase, 0.1 to 2.0, 1 where a phase is not named. The papers give the direction (planning: decisions and
   * what abstracts; debugging: fidelity, tool output; objectives and constraints always), the numbers are ours. Source:
   * 002 §5.2, 001 §5.1 §8.2.
   */
  readonly salience: Readonly<Partial<Record<TaskPhase, number>>>;
}

const PLAIN = {
  writer: 'caller',
  isAgents: false,
  isTalk: false,
  isRequest: false,
  isDispensable: false,
  block: 'flow',
  isAnchor: false,
  vectors: 'few',
  prior: 1,
  salience: {},
} as const;

/** The rules of each kind; `PLAIN` holds what most of them share. */
export const KIND_RULES = {
  user_message: { ...PLAIN, isTalk: true, isRequest: true, isDispensable: true, eviction: 5, header: 'user', forgetting: 0.1 },
  agent_message: {
    ...PLAIN,
    isAgents: true,
    responseOrder: 1,
    isTalk: true,
    isDispensable: true,
    eviction: 5,
    header: 'assistant',
    forgetting: 0.15,
  },
  thinking: {
    ...PLAIN,
    isAgents: true,
    responseOrder: 0,
    isDispensable: true,
    eviction: 5,
    header: 'assistant thought',
    prior: 0.9,
    forgetting: 0.3,
    salience: { plan: 0.8, execute: 0.7, debug: 0.9, review: 0.7, report: 0.5 },
  },
  tool_call: {
    ...PLAIN,
    isAgents: true,
    responseOrder: 2,
    isDispensable: true,
    eviction: 8,
    header: 'tool call',
    forgetting: 0.2,
    salience: { plan: 0.6, execute: 1.1, debug: 1.4, review: 0.7, report: 0.5 },
  },
  tool_result: {
    ...PLAIN,
    isDispensable: true,
    eviction: 10,
    vectors: 'many',
    header: 'tool result',
    forgetting: 0.2,
    salience: { plan: 0.6, execute: 1.2, debug: 1.8, review: 0.9, report: 0.7 },
  },
  objective: {
    ...PLAIN,
    isRequest: true,
    eviction: 'guarded',
    isAnchor: true,
    header: 'objective',
    prior: 1.05,
    forgetting: 0.05,
    salience: { plan: 1.6, execute: 1.2, debug: 0.8, review: 1.5, report: 1.5 },
  },
  decision: {
    ...PLAIN,
    isAgents: true,
    eviction: 2,
    isAnchor: true,
    header: 'decision',
    prior: 1.05,
    forgetting: 0.05,
    salience: { plan: 2, execute: 1.3, debug: 1, review: 1.6, report: 1.7 },
  },
  constraint: {
    ...PLAIN,
    block: 'rule',
    eviction: 'guarded',
    isAnchor: true,
    header: 'constraint',
    prior: 1.05,
    forgetting: 0,
    salience: { plan: 1.6, execute: 1.4, debug: 1.2, review: 1.6, report: 1.3 },
  },
  persona: { ...PLAIN, block: 'persona', eviction: 'guarded', header: 'persona', forgetting: 0, salience: { debug: 0.5 } },
  knowledge: {
    ...PLAIN,
    block: 'knowledge',
    eviction: 'guarded',
    header: 'knowledge',
    prior: 1.05,
    forgetting: 0.02,
    salience: { plan: 1.3, report: 1.2 },
  },
  system_note: {
    ...PLAIN,
    eviction: 5,
    header: 'system note',
    prior: 0.9,
    forgetting: 0.2,
    salience: { plan: 0.8, execute: 0.8, report: 0.6 },
  },
  task_state: { ...PLAIN, writer: 'task_state', isAgents: true, eviction: 'kept', header: 'task state', prior: 0.8, forgetting: 0.2 },
  compaction: { ...PLAIN, writer: 'service', eviction: 'kept', vectors: 'none', header: 'compaction', forgetting: 0.2 },
  delegation: {
    ...PLAIN,
    isAgents: true,
    isRequest: true,
    eviction: 5,
    header: 'delegation',
    forgetting: 0.1,
    salience: { plan: 1.1 },
  },
  report: {
    ...PLAIN,
    isAgents: true,
    eviction: 5,
    header: 'report',
    forgetting: 0.05,
    salience: { plan: 1.3, debug: 0.8, review: 1.4, report: 1.8 },
  },
} as const satisfies Readonly<Record<EventKind, KindRules>>;

/** The kinds whose rule has a value, as a type. */
export type KindsWith<Rule extends keyof KindRules, Value> = {
  [Kind in EventKind]: (typeof KIND_RULES)[Kind] extends Readonly<Record<Rule, Value>> ? Kind : never;
}[EventKind];

/** Returns the rules of a kind. */
export function rulesOf(kind: EventKind): KindRules {
  return KIND_RULES[kind];
}

/** The kinds whose rules meet a condition. */
export function kindsWhere(meets: (rules: KindRules) => boolean): ReadonlySet<EventKind> {
  return new Set(EVENT_KINDS.filter((kind) => meets(KIND_RULES[kind])));
}

/** Kinds that a caller may append; the type of `kind` in an append. */
export type CallerKind = KindsWith<'writer', 'caller'>;

export function isCallerKind(kind: EventKind): kind is CallerKind {
  return rulesOf(kind).writer === 'caller';
}

/** Kinds that the manifest of a marker names as places to start reading. */
export type AnchorKind = KindsWith<'isAnchor', true>;

export function isAnchorKind(kind: EventKind): kind is AnchorKind {
  return rulesOf(kind).isAnchor;
}

/** Kinds that only the service itself writes; a caller who sends one is refused. */
export const SERVICE_KINDS = kindsWhere(({ writer }) => writer === 'service');

/** Kinds of which one response of a model consists. */
export const MODEL_OUTPUT_KINDS = kindsWhere(({ responseOrder }) => responseOrder !== undefined);

/** Returns true for kinds that every window keeps whole while they are not superseded (I-17). */
export function isGuardedKind(kind: EventKind): boolean {
  return rulesOf(kind).eviction === 'guarded';
}
