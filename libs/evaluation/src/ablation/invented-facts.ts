import type { SeededRandom } from '../seeded-random.ts';

/** Wordings for one aspect of components: `C` stands for the component, `V` for the value. */
interface Aspect {
  readonly name: string;
  readonly asks: readonly string[];
  readonly value: (random: SeededRandom) => string;
}

export interface ToolAspect extends Aspect {
  readonly tool: string;
  readonly results: readonly string[];
  readonly said: readonly string[];
}

export interface SpokenAspect extends Aspect {
  readonly records: readonly string[];
  readonly talk: readonly string[];
}

const number = (random: SeededRandom, from: number, to: number): string => String(from + random.below(to - from));

export const FINDINGS: readonly ToolAspect[] = [
  {
    name: 'load test',
    tool: 'run_load_test',
    asks: ['what did the load test of the C give', 'throughput of the C in the load test'],
    value: (random) => `${number(random, 40, 900)} requests a second, p95 ${number(random, 8, 400)} ms`,
    results: ['load test of the C finished: V, no retries', 'C under load: V (throughput of five minutes)'],
    said: ['The load test of the C gave V.', 'Throughput of the C is V.'],
  },
  {
    name: 'cold start',
    tool: 'time_start',
    asks: ['how long does a cold start of the C take', 'cold start time of the C'],
    value: (random) => `${number(random, 300, 9_000)} ms until the first answer`,
    results: ['cold start of the C: V', 'C started from nothing: V, cache empty'],
    said: ['A cold start of the C takes V.', 'From a cold start the C needs V.'],
  },
  {
    name: 'memory',
    tool: 'watch_memory',
    asks: ['how much memory does the C hold after an hour', 'memory of the C after a soak'],
    value: (random) => `${number(random, 60, 4_000)} MiB resident`,
    results: ['memory of the C after one hour of soak: V', 'soak of the C, hour 1: V, no growth after that'],
    said: ['After an hour the C holds V of memory.', 'The soak leaves the C at V.'],
  },
  {
    name: 'rehearsal',
    tool: 'rehearse_migration',
    asks: ['how did the migration rehearsal of the C go', 'rows and duration of the migration rehearsal of the C'],
    value: (random) => `${number(random, 10, 990)} thousand rows in ${number(random, 2, 90)} minutes`,
    results: ['migration rehearsal of the C done: V', 'rehearsed the migration of the C, V, checksums equal'],
    said: ['The migration rehearsal of the C moved V.', 'Rehearsing the migration of the C took V.'],
  },
];

export const FAILURES: readonly ToolAspect[] = [
  {
    name: 'smoke test',
    tool: 'run_smoke_test',
    asks: ['why does the smoke test of the C fail', 'what does the smoke test of the C break off with'],
    value: (random) => `code ${number(random, 100, 999)} at step ${number(random, 2, 40)}`,
    results: ['FAILED smoke test of the C: V', 'smoke test of the C broke off, V'],
    said: ['The smoke test of the C fails with V since its fixtures are older than its schema.', 'The C broke off its smoke test with V.'],
  },
  {
    name: 'import',
    tool: 'run_import',
    asks: ['why does the nightly import into the C fail', 'error of the nightly import into the C'],
    value: (random) => `row ${number(random, 1_000, 99_000)} refused as too wide`,
    results: ['error: import into the C stopped, V', 'nightly import into the C failed: V'],
    said: ['The import into the C stops because of V.', 'Cause of the failed import into the C: V.'],
  },
  {
    name: 'handshake',
    tool: 'check_handshake',
    asks: ['why is the handshake with the C refused', 'what went wrong in the handshake with the C'],
    value: (random) => `certificate ${number(random, 1_000, 9_999)} has an unknown issuer`,
    results: ['handshake with the C refused: V', 'error in the handshake with the C: V'],
    said: ['The C refuses the handshake: V.', 'The handshake with the C fails as V.'],
  },
];

export const DECISIONS: readonly SpokenAspect[] = [
  {
    name: 'store',
    asks: ['what was decided on the store of the C, and why', 'which store does the C get'],
    value: (random) => random.pick(['a log with snapshots', 'one file a day', 'a table by key', 'a ring of segments', 'columns by month']),
    records: [
      'Decided: the store of the C becomes V, since restores have to be quick.',
      'The C keeps its data as V; the store of the C was the dearest part.',
    ],
    talk: [
      'For the store of the C, would V do?',
      'About the store of the C: I compared V with what is there.',
      'Store of the C: V is on the list as well.',
    ],
  },
  {
    name: 'retries',
    asks: ['what did we decide about retries of the C', 'retry rule of the C and its reason'],
    value: (random) => `${number(random, 2, 9)} tries with a pause of ${number(random, 50, 900)} ms`,
    records: ['Decided on retries of the C: V, so that a restart goes unnoticed.', 'Retries of the C are V from here on, as callers wait.'],
    talk: ['Retries of the C could be V.', 'Are V right as the retry rule of the C?', 'I looked at the retries of the C, V would fit.'],
  },
  {
    name: 'rollout',
    asks: ['how will the C be rolled out', 'what was decided on the rollout of the C'],
    value: (random) =>
      `${number(random, 1, 30)} % first, then all after ${number(random, 2, 72)} hours, ${random.pick(['east', 'west', 'north'])} side ahead`,
    records: ['Decided: the rollout of the C goes to V, because of the last outage.', 'The C is rolled out to V; support asked for it.'],
    talk: [
      'The rollout of the C to V sounds slow to me.',
      'How about a rollout of the C to V?',
      'Notes on the rollout of the C: V was proposed.',
    ],
  },
];

export const CONSTRAINTS: readonly SpokenAspect[] = [
  {
    name: 'latency limit',
    asks: ['which limit holds for answers of the C', 'how slow may the C be'],
    value: (random) => `${number(random, 10, 900)} ms`,
    records: ['The C must answer within V, at every hour.', 'Answers of the C may take V at most.'],
    talk: ['Is a limit of V for answers of the C realistic?', 'The C answered within V all day.'],
  },
  {
    name: 'budget',
    asks: ['what may the C cost', 'which budget holds for the C'],
    value: (random) => `${number(random, 100, 9_000)} crowns a month`,
    records: ['The C must not cost more than V.', 'Budget of the C: V, nothing beyond it.'],
    talk: ['The C cost V last month.', 'Would a budget of V change plans for the C?'],
  },
];

export const OUTCOMES: readonly (SpokenAspect & { readonly tag: 'mistake' | 'lesson' | 'success' })[] = [
  {
    name: 'mistake',
    tag: 'mistake',
    asks: ['what did we do badly with the C', 'what went wrong while working on the C'],
    value: (random) => `${number(random, 20, 900)} messages`,
    records: ['I restarted the C before its queue was empty and lost V.', 'My patch of the C dropped V, I had read the wrong branch.'],
    talk: ['The C has V in its queue.', 'I restarted the C, its queue held V.'],
  },
  {
    name: 'lesson',
    tag: 'lesson',
    asks: ['what did we learn from work on the C', 'what should be done another way with the C next time'],
    value: (random) => `${number(random, 2, 60)} minutes`,
    records: [
      'Next time drain the C first: it takes V and saves a rebuild.',
      'Work on the C shows: read its journal for V before any change.',
    ],
    talk: ['Draining the C took V.', 'The journal of the C spans V.'],
  },
  {
    name: 'success',
    tag: 'success',
    asks: ['what went well with the C', 'which of our changes to the C paid off'],
    value: (random) => `${number(random, 5, 80)} %`,
    records: ['Splitting the C paid off: V fewer alarms.', 'The new pool of the C works well, load fell by V.'],
    talk: ['Load of the C is at V.', 'Alarms of the C changed by V this week.'],
  },
];

export const PLACES: readonly SpokenAspect[] = [
  {
    name: 'quota file',
    asks: ['which file does the C read its quota from', 'where is the quota of the C set'],
    value: (random) => `conf/${random.hex(6)}/quota.toml:${number(random, 2, 400)}`,
    records: ['The C reads its quota from V.', 'Quota of the C is set in V.'],
    talk: ['The quota of the C is used up by noon.', 'Somebody raised the quota of the C.'],
  },
];

export const GOALS = ['night shift', 'winter release', 'audit', 'move to the new hall', 'harbour pilot', 'spring rush'] as const;
export const OBJECTIVE_ASKS = ['what is the objective for the G now', 'what do we want to reach for the G'] as const;
export const OBJECTIVES = [
  'Objective for the G: C and D have to run with V fewer restarts.',
  'For the G we want to reach V less waiting, by work on C and D.',
] as const;
export const OBJECTIVE_TALK = [
  'For the G, V less waiting at C would be a fine objective.',
  'What do we want to reach for the G, is it V?',
] as const;

/** Circumstances of the work that may change during a task, each with its possible values. Source: 001 §5.2. */
export const PREMISES: Readonly<Record<string, readonly string[]>> = {
  database: ['granite 4', 'granite 5', 'slate', 'basalt'],
  region: ['fjord', 'delta', 'steppe'],
  branch: ['main', 'rework', 'hotfix'],
  hardware: ['two cores', 'eight cores', 'one large node'],
  protocol: ['plain', 'framed', 'signed'],
};

const CHATTER = [
  'Looking at the C next.',
  'The C can wait, D comes first.',
  'Read through the C, nothing to change there yet.',
  'Please have a look at the C when D is done.',
  'The C and D are called from the same place.',
] as const;

/** Fills a template with its component, another component, goal and value. */
export function fill(template: string, { component, other = '', goal = '', value = '' }: Fillings): string {
  return template.replace(/\b[CDGV]\b/g, (slot) => ({ C: component, D: other, G: goal, V: value })[slot]!);
}

interface Fillings {
  readonly component: string;
  readonly other?: string;
  readonly goal?: string;
  readonly value?: string;
}

export function chatter(random: SeededRandom, component: string, other: string): string {
  return fill(random.pick(CHATTER), { component, other });
}
