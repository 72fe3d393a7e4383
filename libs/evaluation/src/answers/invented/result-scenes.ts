import type { SeededRandom } from '../../seeded-random.ts';
import type { AnswerKind } from '../answer-set.ts';
import {
  functionNames,
  HARBOURS,
  harbourGuide,
  nightLog,
  SERVICES,
  settingsFile,
  sourceFile,
  VESSELS,
  vesselList,
  type Record,
} from './long-results.ts';
import type { Scene, SceneQuestion } from './scene.ts';

const RECORDS = 16;
const ASKED = 2;

/** One question in two wordings, neither of which is the result's. */
interface Asking<K extends string> {
  readonly value: K;
  readonly asks: readonly string[];
}

interface LongResult<K extends string> {
  readonly names: readonly string[];
  readonly make: (random: SeededRandom, names: readonly string[]) => { text: string; records: Record<K>[] };
  readonly asking: readonly Asking<K>[];
  readonly request: string;
  readonly use: (random: SeededRandom) => { tool: string; arguments: Readonly<{ [name: string]: unknown }> };
}

function play<K extends string>(random: SeededRandom, kind: AnswerKind, { names, make, asking, request, use }: LongResult<K>): Scene {
  const shuffled = random.shuffled(names);
  const { text, records } = make(random, shuffled.slice(0, RECORDS));
  const ask = (name: string): { text: string; value: K } => {
    const { value, asks } = random.pick(asking);
    return { text: random.pick(asks).replace('{n}', name), value };
  };
  const told = random
    .shuffled(records)
    .slice(0, ASKED)
    .map((record, at): SceneQuestion => {
      const { text: question, value } = ask(record.name);
      return { name: `told-${at}`, kind, text: question, answers: [record.values[value]] };
    });
  const silent = shuffled
    .slice(RECORDS, RECORDS + 1)
    .map((name): SceneQuestion => ({ name: 'silent', kind: 'none', text: ask(name).text, answers: [] }));
  return {
    steps: [
      { does: 'asks', text: request },
      { does: 'uses', ...use(random), result: text, holds: told.map(({ name }) => name) },
      {
        does: 'says',
        text: random.pick([
          'Read it. Nothing in there surprises me.',
          'Done, I have the overview now.',
          'I went through all of it; tell me what you need from it.',
        ]),
      },
    ],
    questions: [...told, ...silent],
  };
}

export function settingsScene(random: SeededRandom): Scene {
  return play(random, 'needle', {
    names: SERVICES,
    make: settingsFile,
    request: 'Please read the deployment settings of the fleet so that we can talk about limits later.',
    use: () => ({ tool: 'read_file', arguments: { path: 'deploy/fleet.yaml' } }),
    asking: [
      { value: 'memory', asks: ['How much memory may the {n} use at most?', 'What is the upper bound on RAM for the {n} service?'] },
      {
        value: 'retries',
        asks: [
          'How often does the {n} try to deliver a message before it gives up?',
          'What number of delivery attempts is the {n} allowed?',
        ],
      },
      { value: 'owner', asks: ['Who is to be called when the {n} breaks?', 'Which person is responsible for the {n}?'] },
    ],
  });
}

export function logScene(random: SeededRandom): Scene {
  return play(random, 'needle', {
    names: SERVICES,
    make: nightLog,
    request: 'Something was slow last night. Have a look at the log.',
    use: () => ({ tool: 'run', arguments: { command: 'journalctl --since yesterday -u "port-*"' } }),
    asking: [
      { value: 'depth', asks: ['How many messages had piled up at the {n} that night?', 'How long did the queue of the {n} get?'] },
      {
        value: 'host',
        asks: ['On which machine did the {n} end up after the trouble at night?', 'Where was the {n} running after it failed over?'],
      },
    ],
  });
}

export function vesselScene(random: SeededRandom): Scene {
  return play(random, 'needle', {
    names: VESSELS,
    make: vesselList,
    request: 'Fetch the list of ships for this week.',
    use: (chance) => ({ tool: 'http_get', arguments: { url: `https://port.example/api/calls?cursor=${chance.hex(8)}` } }),
    asking: [
      { value: 'berth', asks: ['Which berth was the {n} given?', 'Where does the {n} lie?'] },
      { value: 'draught', asks: ['How deep does the {n} lie in the water?', 'What draught does the {n} have?'] },
      { value: 'pilot', asks: ['Who will bring the {n} in?', 'Which pilot did the {n} get?'] },
    ],
  });
}

export function guideScene(random: SeededRandom): Scene {
  return play(random, 'needle', {
    names: HARBOURS,
    make: harbourGuide,
    request: 'Can you look up the harbours along the sound for the summer trip?',
    use: () => ({ tool: 'open_page', arguments: { url: 'https://sailing.example/sound/harbours' } }),
    asking: [
      {
        value: 'year',
        asks: ['In which year did the lighthouse of {n} start working?', 'How old is the light at {n}, that is, when was it first lit?'],
      },
      {
        value: 'keeper',
        asks: ['Who looked after the lighthouse at {n} in the beginning?', 'What was the name of the first lighthouse keeper of {n}?'],
      },
      { value: 'fee', asks: ['What would one night in {n} cost us?', 'How expensive is it to stay over at {n} with the boat?'] },
    ],
  });
}

/** Builds files of the same form, so that a question has to name the file or the function. */
export function sourceScene(random: SeededRandom): Scene {
  const names = functionNames(random).slice(0, 2 * RECORDS + 4);
  const files = random
    .shuffled(['services/tide/settler.ts', 'services/crane/planner.ts', 'services/ferry/board.ts', 'services/quay/ledger.ts'])
    .slice(0, 2);
  const sources = files.map((path, at) => ({ path, ...sourceFile(random, names.slice(at * RECORDS, (at + 1) * RECORDS)) }));
  const questions = sources.flatMap(({ path, records }, at): SceneQuestion[] => {
    const [first, second] = random.shuffled(records);
    return [
      {
        name: `limit-${at}`,
        kind: 'named',
        text: `How many entries does ${first!.name} in ${path} take at once unless told otherwise?`,
        answers: [first!.values.limit],
      },
      {
        name: `error-${at}`,
        kind: 'named',
        text: `Which error code does \`${second!.name}\` throw when it gets too much?`,
        answers: [second!.values.error],
      },
      { name: `where-${at}`, kind: 'where', text: `In which file is ${random.pick(records).name} defined?`, answers: [path] },
    ];
  });
  const missing = names[2 * RECORDS]!;
  return {
    steps: sources.flatMap(({ path, text }, at) => [
      { does: 'asks', text: at === 0 ? 'Let us look at the services before we change anything.' : 'And the other one, please.' } as const,
      {
        does: 'uses',
        tool: 'read_file',
        arguments: { path },
        result: text,
        callHolds: [`where-${at}`],
        holds: [`limit-${at}`, `error-${at}`, `where-${at}`],
      } as const,
      { does: 'says', text: `I have read ${random.pick(['it', 'the file', 'all of it'])}.` } as const,
    ]),
    questions: [
      ...questions,
      { name: 'silent', kind: 'none', text: `Which error code does \`${missing}\` throw when it gets too much?`, answers: [] },
    ],
  };
}
