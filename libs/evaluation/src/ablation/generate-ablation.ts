import { serviceNames } from '../flood-text.ts';
import { createSeededRandom } from '../seeded-random.ts';
import type { AblationTrace } from './ablation-trace.ts';
import { createWorld, type AblationWorld } from './ablation-world.ts';
import { makeQuestions } from './make-questions.ts';
import { createTask, liveEpoch, type LivedTask } from './live-task.ts';

/** Size of the generated data. The definition is the same at any size. */
export interface AblationSize {
  /** Number of spaces with one task, and with several. */
  readonly singleTask: number;
  readonly multiTask: number;
  /** Number of questions of each topic, per space. */
  readonly questions: number;
}

export const ABLATION_SIZE: AblationSize = { singleTask: 8, multiTask: 8, questions: 3 };

const COMPONENTS_A_TASK = 6;
const KEY_EVENTS = 8;

/**
 * Generates spaces in which agents work on tasks. Premises change, objectives and decisions are replaced, and several
 * tasks touch the same components. All wording is invented. Outdated records use the same templates as valid ones, so
 * that words alone cannot tell them apart. The definition follows 002 §5.1-5.3 and §10.5 and was fixed before any
 * result was seen.
 */
export function generateAblation(seed: number, size: AblationSize = ABLATION_SIZE): AblationTrace[] {
  const traces: AblationTrace[] = [];
  for (let at = 1; at <= size.singleTask; at += 1) traces.push(generateTrace(`single-${at}`, seed, 1, size.questions));
  for (let at = 1; at <= size.multiTask; at += 1) traces.push(generateTrace(`multi-${at}`, seed, 3, size.questions));
  return traces;
}

function generateTrace(name: string, seed: number, tasks: number, questions: number): AblationTrace {
  const random = createSeededRandom(`ablation ${seed} ${name}`);
  const world = createWorld(random);
  const pool = serviceNames(random, COMPONENTS_A_TASK + 3 * (tasks - 1));
  const lived = Array.from({ length: tasks }, (_, at) => createTask(random, at + 1, random.shuffled(pool).slice(0, COMPONENTS_A_TASK)));
  const own = random.pick(lived);
  const sessionOf = seatTasks(world, lived, own);
  for (const { task, epoch } of interleave(world, lived)) liveEpoch(world, task, epoch, sessionOf(task, epoch));
  const keyEvents = random.shuffled([...own.latest.values()]).slice(0, KEY_EVENTS);
  return {
    name,
    tasks,
    events: world.events,
    asker: {
      session: sessionOf(own, own.epochs - 1),
      card: { taskId: own.id, goals: [own.goal], premises: own.premises },
      keyEvents,
    },
    questions: makeQuestions(world, { own, tasks: lived, keyEvents, count: questions }),
  };
}

/**
 * Assigns sessions to tasks: one session per task, or one session for all in turn; sometimes a new session takes over a
 * task.
 */
function seatTasks(world: AblationWorld, tasks: readonly LivedTask[], own: LivedTask): (task: LivedTask, epoch: number) => string {
  const together = tasks.length > 1 && world.chance(0.5);
  if (together) return () => 'all';
  const handedOver = world.chance(0.25) ? Math.ceil(own.epochs / 2) : Infinity;
  return (task, epoch) => (task === own && epoch >= handedOver ? `${task.id}.later` : task.id);
}

/** Orders the epochs of all tasks: those of one task in order, those of different tasks at random. */
function interleave({ random }: AblationWorld, tasks: readonly LivedTask[]): { task: LivedTask; epoch: number }[] {
  const next = new Map(tasks.map((task) => [task, 0]));
  const turns = random.shuffled(tasks.flatMap((task) => Array.from({ length: task.epochs }, () => task)));
  return turns.map((task) => {
    const epoch = next.get(task)!;
    next.set(task, epoch + 1);
    return { task, epoch };
  });
}
