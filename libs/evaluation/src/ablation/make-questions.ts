import { TASK_PHASES, type TaskPhase } from '@total-recall/domain';
import { CONTESTS, type AblationQuestion, type AblationTopic, type Contest } from './ablation-trace.ts';
import type { AblationWorld, Mention } from './ablation-world.ts';
import { CONSTRAINTS, DECISIONS, FAILURES, fill, FINDINGS, OBJECTIVE_ASKS, OUTCOMES, PLACES } from './invented-facts.ts';
import { factOf, type LivedTask } from './live-task.ts';

/** Phases in which each topic is usually asked; three of ten questions come in any phase. Source: 002 §5.2-5.3. */
const USUAL_PHASES: Readonly<Record<AblationTopic, readonly TaskPhase[]>> = {
  finding: ['execute', 'review'],
  failure: ['debug'],
  decision: ['plan', 'review'],
  objective: ['plan', 'report'],
  constraint: ['plan', 'execute'],
  outcome: ['report'],
  history: ['review'],
  crossTask: ['plan'],
  place: ['execute', 'debug'],
};
const ANY_PHASE = 0.3;

interface Asked {
  readonly fact: string;
  readonly text: string;
  readonly gold: readonly Mention[];
}

/** Makes questions of every topic about the final knowledge of the asker's task, up to `count` of each. */
export function makeQuestions(
  world: AblationWorld,
  { own, tasks, keyEvents, count }: { own: LivedTask; tasks: readonly LivedTask[]; keyEvents: readonly string[]; count: number },
): AblationQuestion[] {
  const byTopic: Readonly<Record<AblationTopic, Asked[]>> = {
    finding: aboutComponents(world, own, 'finding', FINDINGS, measuredNow(own)),
    failure: aboutComponents(world, own, 'failure', FAILURES, measuredNow(own)),
    decision: aboutComponents(world, own, 'decision', DECISIONS, standing(world)),
    objective: aboutGoal(world, own),
    constraint: aboutComponents(world, own, 'constraint', CONSTRAINTS, standing(world)),
    outcome: aboutComponents(world, own, 'outcome', OUTCOMES, () => true),
    history: replaced(
      world,
      aboutComponents(world, own, 'decision', DECISIONS, () => true),
    ),
    crossTask: aboutOthers(world, own, tasks),
    place: aboutComponents(world, own, 'place', PLACES, () => true),
  };
  return (Object.keys(byTopic) as AblationTopic[]).flatMap((topic) =>
    world.random
      .shuffled(byTopic[topic])
      .slice(0, count)
      .map((asked, at) => toQuestion(world, { own, keyEvents }, topic, asked, at + 1)),
  );
}

/** Selects facts measured while their premise had its present value. */
function measuredNow(task: LivedTask): (mention: Mention) => boolean {
  return (mention) => {
    const premise = task.restsOn.get(mention.fact)!;
    return mention.premises[premise] === task.premises[premise];
  };
}

function standing({ supersededBy }: AblationWorld): (mention: Mention) => boolean {
  return (mention) => !supersededBy.has(mention.key);
}

function aboutComponents(
  world: AblationWorld,
  task: LivedTask,
  topic: string,
  aspects: readonly { readonly name: string; readonly asks: readonly string[] }[],
  isRight: (mention: Mention) => boolean,
): Asked[] {
  return task.components.flatMap((component) =>
    aspects.flatMap(({ name, asks }): Asked[] => {
      const fact = factOf(topic, component, name);
      const gold = answersTo(world, fact, task).filter(isRight);
      return gold.length === 0 ? [] : [{ fact, gold, text: fill(world.random.pick(asks), { component }) }];
    }),
  );
}

function aboutGoal(world: AblationWorld, task: LivedTask): Asked[] {
  const fact = factOf('objective', '', task.goal);
  const gold = answersTo(world, fact, task).filter(standing(world));
  return OBJECTIVE_ASKS.map((ask) => ({ fact, gold, text: fill(ask, { component: '', goal: task.goal }) }));
}

/** Asks for the history of a decision: all of its versions are right. */
function replaced({ random }: AblationWorld, asked: readonly Asked[]): Asked[] {
  const asks = ['how did the A of the C change over time', 'which versions of the A of the C were there'];
  return asked
    .filter(({ gold }) => gold.length > 1)
    .map(({ fact, gold }) => {
      const [, component, aspect] = fact.split(' | ') as [string, string, string];
      return { fact, gold, text: fill(random.pick(asks).replace('A', aspect), { component }) };
    });
}

/** Asks for decisions of other tasks on components that the asker's task never touched. */
function aboutOthers(world: AblationWorld, own: LivedTask, tasks: readonly LivedTask[]): Asked[] {
  return tasks
    .filter((task) => task !== own)
    .flatMap((task) => {
      const others = { ...task, components: task.components.filter((component) => !own.components.includes(component)) };
      return aboutComponents(world, others, 'decision', DECISIONS, standing(world));
    });
}

function answersTo({ mentions }: AblationWorld, fact: string, task: LivedTask): Mention[] {
  return mentions.filter((mention) => mention.role === 'answer' && mention.fact === fact && mention.task === task.id);
}

function toQuestion(
  world: AblationWorld,
  { own, keyEvents }: { own: LivedTask; keyEvents: readonly string[] },
  topic: AblationTopic,
  { fact, text, gold }: Asked,
  at: number,
): AblationQuestion {
  const { random } = world;
  const phase = world.chance(ANY_PHASE) ? random.pick(TASK_PHASES) : random.pick(USUAL_PHASES[topic]);
  const keys = gold.map(({ key }) => key);
  return {
    id: `${topic}-${at}`,
    topic,
    text,
    state: {
      phase,
      requiresSelfAssessment: topic === 'outcome',
      requestHistorical: topic === 'history',
      crossTask: topic === 'crossTask',
    },
    usualPhase: USUAL_PHASES[topic].includes(phase),
    gold: keys,
    contests: contestsOf(world, own, fact, new Set(keys)),
    namesKeyEvent: keys.some((key) => keyEvents.includes(key)),
  };
}

function contestsOf({ mentions, supersededBy }: AblationWorld, own: LivedTask, fact: string, gold: ReadonlySet<string>): Contest[] {
  const wrong = mentions.filter((mention) => mention.role === 'answer' && mention.fact === fact && !gold.has(mention.key));
  const told: Readonly<Record<Contest, boolean>> = {
    premise: wrong.some((mention) => mention.task === own.id && own.restsOn.has(fact)),
    supersession: wrong.some((mention) => mention.task === own.id && supersededBy.has(mention.key)),
    taskRelevance: wrong.some((mention) => mention.task !== own.id),
  };
  return CONTESTS.filter((contest) => told[contest]);
}
