import type { NewEvent } from '@total-recall/domain';
import type { AskedQuestion, ConversationStore } from '../conversations/conversation-set.ts';
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts';
import { createWorkspace, useTool } from '../trace-tools.ts';
import { halfOf, type AnswerLabels, type AnswerSet } from './answer-set.ts';
import { FACT_LANGUAGES, factScenes } from './invented/personal-facts.ts';
import { guideScene, logScene, settingsScene, sourceScene, vesselScene } from './invented/result-scenes.ts';
import type { Scene, SceneStep, TimelessEvent } from './invented/scene.ts';
import { severalSessions } from './invented/several-sessions.ts';
import { changeScenes, tellingScenes, visitScenes } from './invented/work-scenes.ts';

export interface AnswerSetOptions {
  readonly seed?: number;
  /** Number of agent runs, and of chats. */
  readonly stores?: number;
  /** Number of spaces of several sessions; none where absent. */
  readonly spaces?: number;
}

/** A past Monday: what is said to be in the future is no fact yet. */
const FIRST_TIME = Date.UTC(2022, 4, 2, 7);
const DAY_MS = 86_400_000;

/** Generates agent runs, chats and spaces of several sessions, of invented text with plain questions about them. The seed determines everything. */
export function generateAnswers({ seed = 1, stores = 3, spaces = 0 }: AnswerSetOptions = {}): AnswerSet {
  const all = Array.from({ length: stores }, (_, at) => [
    playScenes(`run-${at + 1}`, createSeededRandom(`answers ${seed} run ${at}`), (random) => runScenes(random, NOISE[at % NOISE.length]!)),
    playScenes(`chat-${at + 1}`, createSeededRandom(`answers ${seed} chat ${at}`), chatScenes),
  ]).flat();
  for (let at = 0; at < spaces; at += 1) all.push(playSessions(`talks-${at + 1}`, createSeededRandom(`answers ${seed} talks ${at}`)));
  return {
    stores: all.map(({ store }) => store),
    questions: all.flatMap(({ questions }) => questions),
    labels: new Map(all.flatMap(({ labels }) => [...labels])),
    withoutPlace: [],
  };
}

/** Scenes, by the day they happen on. */
type Days = readonly (readonly Scene[])[];

/** Amount of unrelated work in a run. Runs take these values in turn, so some are small and some large. */
const NOISE = [1, 6, 3] as const;

function runScenes(random: SeededRandom, noisiness: number): Days {
  const changes = changeScenes(random);
  const visitDays = [1, 4, 7, 10];
  const dayName = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const visits = visitScenes(random, (visit) => dayName.format(FIRST_TIME + visitDays[visit]! * DAY_MS));
  const noise = (count: number): Scene[] => Array.from({ length: count }, () => noiseScene(random));
  const middle = random.shuffled([settingsScene, logScene, vesselScene, guideScene, sourceScene].map((make) => make(random)));
  const tellings = random.shuffled(tellingScenes(random));
  return Array.from({ length: 12 }, (_, day) => [
    ...(day === 0 ? changes.early : day === 11 ? changes.late : []),
    ...noise(noisiness * (1 + random.below(3))),
    ...(visitDays.includes(day) ? [visits[visitDays.indexOf(day)]!] : []),
    ...(day % 2 === 1 ? middle.slice((day - 1) / 2, (day + 1) / 2) : []),
    ...tellings.slice(day, day + 1),
  ]);
}

function chatScenes(random: SeededRandom): Days {
  return random.shuffled(FACT_LANGUAGES).map((language) => factScenes(random, language));
}

function noiseScene(random: SeededRandom): Scene {
  const { name, arguments: given, text } = useTool(random, createWorkspace(random));
  return { steps: [{ does: 'uses', tool: name, arguments: given, result: text }], questions: [] };
}

interface Played {
  readonly store: ConversationStore;
  readonly questions: readonly AskedQuestion[];
  readonly labels: ReadonlyMap<string, AnswerLabels>;
}

/** Plays scenes as one session, with minutes between events, and collects the questions about them. */
function playScenes(name: string, random: SeededRandom, scenesOf: (random: SeededRandom) => Days): Played {
  const events: NewEvent[] = [];
  const questions: AskedQuestion[] = [];
  const labels = new Map<string, AnswerLabels>();
  for (const [day, scenes] of scenesOf(random).entries()) {
    let now = FIRST_TIME + day * DAY_MS;
    for (const scene of scenes) {
      const holders = new Map<string, string[]>();
      for (const step of scene.steps) {
        for (const { event, holds } of eventsOf(step, `${name}-${events.length}`)) {
          events.push({ ...event, occurredAt: (now += 5_000 + random.below(600_000)) });
          for (const one of holds) holders.set(one, [...(holders.get(one) ?? []), String(events.length)]);
        }
      }
      for (const { name: about, kind, text, answers } of scene.questions) {
        const id = `${name}:${questions.length + 1}`;
        questions.push({ id, store: name, text });
        labels.set(id, { kind, answers, units: holders.get(about) ?? [], half: halfOf(text) });
      }
    }
  }
  const store = { name, sessions: [{ name: 'session', events, units: events.map((_, at) => String(at + 1)) }] };
  return { store, questions, labels };
}

/** Plays several sessions of one space, a day each; every message has a reply. */
function playSessions(name: string, random: SeededRandom): Played {
  const { sessions, questions } = severalSessions(random);
  const holders = questions.map((): string[] => []);
  const played = sessions.map((told, day) => {
    let now = FIRST_TIME + day * DAY_MS;
    const events = told.flatMap(({ text }, at): NewEvent[] => [
      { kind: 'user_message', text, occurredAt: (now += 5_000 + random.below(600_000)) },
      { kind: 'agent_message', text: 'Thanks for telling me.', messageId: `${name}-${day}-${at}`, occurredAt: (now += 5_000) },
    ]);
    const units = events.map((_, at) => `${day + 1}/${at + 1}`);
    told.forEach(({ holds }, at) => holds !== undefined && holders[holds]!.push(units[2 * at]!));
    return { name: `day-${day + 1}`, events, units };
  });
  const asked = questions.map(({ text }, at): AskedQuestion => ({ id: `${name}:${at + 1}`, store: name, text }));
  const labels = questions.map(
    ({ text, answers }, at) => [asked[at]!.id, { kind: 'several' as const, answers, units: holders[at]!, half: halfOf(text) }] as const,
  );
  return { store: { name, sessions: played }, questions: asked, labels: new Map(labels) };
}

function eventsOf(step: SceneStep, id: string): { event: TimelessEvent; holds: readonly string[] }[] {
  const { holds = [] } = step;
  if (step.does !== 'uses')
    return [
      {
        event: step.does === 'asks' ? { kind: 'user_message', text: step.text } : { kind: 'agent_message', text: step.text, messageId: id },
        holds,
      },
    ];
  const call = { id, name: step.tool };
  return [
    {
      event: { kind: 'tool_call', call: { ...call, arguments: JSON.stringify(step.arguments) }, messageId: id },
      holds: step.callHolds ?? [],
    },
    { event: { kind: 'tool_result', call, text: step.result }, holds },
  ];
}
