import type { SeededRandom } from '../../seeded-random.ts';
import { HARBOURS, KEEPERS, SERVICES } from './long-results.ts';
import type { Scene, SceneQuestion } from './scene.ts';

/** A statement that is asked for later; `{n}` is its subject, `{v}` the answer. */
interface Telling {
  readonly kind: 'where' | 'why';
  readonly request: string;
  readonly says: string;
  readonly asks: readonly string[];
  readonly values: readonly string[];
  /** Speaker of the statement; the agent where absent. */
  readonly by?: 'user';
}

const TELLINGS: readonly Telling[] = [
  {
    kind: 'why',
    request: 'Which store should the {n} keep its state in?',
    says: 'I compared three stores for the {n}. We take {v}; the others either lose writes on a power cut or need a second operator at night.',
    asks: ['What did we decide to keep the state of the {n} in?', 'Which database was picked for the {n} in the end?'],
    values: ['Larkspur DB', 'an append-only Fennel log', 'Quartz with WAL', 'plain Osier files', 'a Bramble cluster'],
  },
  {
    kind: 'why',
    request: 'The {n} hung again over the weekend. Find out why.',
    says: 'Found it. The {n} hangs because {v}; restarting only hides it until the next full batch.',
    asks: ['What was the reason that the {n} got stuck at the weekend?', 'Why did the {n} stop responding?'],
    values: [
      'two workers wait for each other on the ledger lock',
      'a socket without a timeout blocks the only reader',
      'the clock of its host runs eleven seconds ahead',
      'its pool never returns connections after a cancelled call',
      'the retry queue is drained in the wrong order',
    ],
  },
  {
    kind: 'why',
    by: 'user',
    request: 'One rule for the {n}: {v}. I mean it, the auditors look at exactly that.',
    says: 'Understood, I will keep to it.',
    asks: ['What did the user insist on for the {n}?', 'Which rule of mine has to be respected in the {n}?'],
    values: [
      'never delete a row, mark it as void',
      'all amounts stay in whole pennies',
      'no request may leave the building network',
      'names of crew members stay out of every log line',
      'each change needs a second signature',
    ],
  },
  {
    kind: 'where',
    request: 'Where do the recordings of the {n} end up?',
    says: 'The {n} writes its recordings to {v}, a new folder every day.',
    asks: ['In which folder can I find what the {n} recorded?', 'Where on the disk are the recordings of the {n}?'],
    values: ['/srv/tapes/raw', '/var/spool/harbour/rec', '/mnt/cold/traces', '/opt/port/data/reels', '/home/shared/takes'],
  },
  {
    kind: 'where',
    request: 'How do I rebuild the test data of the {n}?',
    says: 'For the {n} this does it: `{v}`. It takes about four minutes and leaves the old files alone.',
    asks: ['What do I have to type to recreate the fixtures of the {n}?', 'Which command makes the test data of the {n} anew?'],
    values: [
      'make seed-all SCALE=3',
      'node tools/reseed.ts --fresh',
      'just fixtures --keep-old',
      'scripts/refill.sh 40',
      'npm run fixtures -- --wide',
    ],
  },
];

export function tellingScenes(random: SeededRandom): Scene[] {
  const names = random.shuffled(SERVICES);
  return TELLINGS.flatMap(({ kind, request, says, asks, values, by }, at) => {
    const [value, ...others] = random.shuffled(values);
    const name = names[3 * at]!;
    const other = names[3 * at + 1]!;
    const fill = (text: string, who: string, what: string): string => text.replaceAll('{n}', who).replaceAll('{v}', what);
    const scene = (who: string, what: string, questions: readonly SceneQuestion[]): Scene => ({
      steps: [
        { does: 'asks', text: fill(request, who, what), ...(by === 'user' && { holds: ['told'] }) },
        { does: 'says', text: fill(says, who, what), ...(by !== 'user' && { holds: ['told'] }) },
      ],
      questions,
    });
    const question = random.pick(asks);
    return [
      scene(name, value!, [
        { name: 'told', kind, text: question.replace('{n}', name), answers: [value!] },
        { name: 'silent', kind: 'none', text: question.replace('{n}', names[3 * at + 2]!), answers: [] },
      ]),
      scene(other, others[0]!, []),
    ];
  });
}

interface Change {
  readonly early: string;
  readonly late: string;
  readonly now: readonly string[];
  readonly before: readonly string[];
  readonly value: (random: SeededRandom) => string;
}

const CHANGES: readonly Change[] = [
  {
    early: 'The staging gateway of the {n} listens on port {v}, I just checked.',
    late: 'We had to move: the staging gateway of the {n} listens on port {v} from today on.',
    now: ['On which port does the staging gateway of the {n} listen now?'],
    before: ['On which port did the staging gateway of the {n} listen before it was moved?'],
    value: (random) => String(4_100 + random.below(5_000)),
  },
  {
    early: 'The review of the {n} is led by {v}.',
    late: 'Change of plan, the review of the {n} is now led by {v}.',
    now: ['Who leads the review of the {n} at present?'],
    before: ['Who was to lead the review of the {n} at first?'],
    value: (random) => random.pick(KEEPERS),
  },
  {
    early: 'We plan to release the {n} with a budget of {v} crowns.',
    late: 'Finance got back to me: the budget for the release of the {n} is {v} crowns instead.',
    now: ['What budget does the release of the {n} have after all?'],
    before: ['What was the original budget for the release of the {n}?'],
    value: (random) => `${11 + random.below(80)},${100 + random.below(900)}`,
  },
];

/**
 * Builds scenes about values that change. All old values come first and all new ones later, so that time lies between
 * them.
 */
export function changeScenes(random: SeededRandom): { early: Scene[]; late: Scene[] } {
  const names = random.shuffled(SERVICES);
  const pairs = CHANGES.map(({ early: first, late: second, now, before, value }, at) => {
    const name = names[at]!;
    const old = value(random);
    let fresh = value(random);
    while (fresh === old) fresh = value(random);
    const fill = (text: string, what = ''): string => text.replaceAll('{n}', name).replaceAll('{v}', what);
    const early: Scene = {
      steps: [
        { does: 'asks', text: fill(first, old), holds: ['before'] },
        { does: 'says', text: 'Noted.' },
      ],
      questions: [{ name: 'before', kind: 'update', text: fill(random.pick(before)), answers: [old] }],
    };
    const late: Scene = {
      steps: [
        { does: 'asks', text: fill(second, fresh), holds: ['now'] },
        { does: 'says', text: 'Noted, I go by that from now on.' },
      ],
      questions: [{ name: 'now', kind: 'update', text: fill(random.pick(now)), answers: [fresh] }],
    };
    return { early, late };
  });
  return { early: pairs.map(({ early }) => early), late: pairs.map(({ late }) => late) };
}

const VISITS = [
  ['inspection of the lock', 'The inspector found {v}.', ['a cracked seal', 'rust on gate two', 'a missing shackle', 'water in the pit']],
  ['test of the fog horn', 'The horn gave {v}.', ['a hoarse tone', 'no sound at all', 'two short blasts', 'a loud click']],
  ['drill with the fire boat', 'The drill ended with {v}.', ['a torn hose', 'a flat battery', 'everybody soaked', 'a bent ladder']],
] as const;

/** Builds scenes of the same thing on several days, told apart only by their time. */
export function visitScenes(random: SeededRandom, dayOf: (visit: number) => string): Scene[] {
  const [what, result, outcomes] = random.pick(VISITS);
  const harbour = random.pick(HARBOURS);
  const values = random.shuffled(outcomes);
  return values.map((value, at): Scene => {
    const asks: SceneQuestion[] = [
      { name: 'visit', kind: 'time', text: `What came out of the ${what} at ${harbour} on ${dayOf(at)}?`, answers: [value] },
      ...(at === 0
        ? [{ name: 'visit', kind: 'time', text: `How did the very first ${what} at ${harbour} go?`, answers: [value] } as const]
        : []),
      ...(at === values.length - 1
        ? [{ name: 'visit', kind: 'time', text: `What happened at the latest ${what} at ${harbour}?`, answers: [value] } as const]
        : []),
    ];
    return {
      steps: [
        { does: 'asks', text: `Today was the ${what} at ${harbour}. ${result.replace('{v}', value)}`, holds: ['visit'] },
        { does: 'says', text: 'Thank you, that goes into the book.' },
      ],
      questions: asks,
    };
  });
}
