import type { TaskPhase } from '@total-recall/domain';
import { floodText } from '../flood-text.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { HOUR_MS, type AblationWorld, type Mention } from './ablation-world.ts';
import {
  chatter,
  CONSTRAINTS,
  DECISIONS,
  FAILURES,
  fill,
  FINDINGS,
  GOALS,
  OBJECTIVE_TALK,
  OBJECTIVES,
  OUTCOMES,
  PLACES,
  PREMISES,
  type SpokenAspect,
  type ToolAspect,
} from './invented-facts.ts';

/** Present state of a task: its components, its premises, and the last record of each chain. */
export interface LivedTask {
  readonly id: string;
  readonly goal: string;
  readonly components: readonly string[];
  readonly epochs: number;
  premises: Readonly<Record<string, string>>;
  /** Premise that each measurement depends on; the store is not told. */
  readonly restsOn: ReadonlyMap<string, string>;
  readonly latest: Map<string, string>;
}

export const factOf = (topic: string, component: string, aspect: string): string => `${topic} | ${component} | ${aspect}`;

export function createTask(random: SeededRandom, number: number, components: readonly string[]): LivedTask {
  const names = random.shuffled(Object.keys(PREMISES)).slice(0, 2 + random.below(3));
  const facts = components.flatMap((component) => [
    ...FINDINGS.map(({ name }) => factOf('finding', component, name)),
    ...FAILURES.map(({ name }) => factOf('failure', component, name)),
  ]);
  return {
    id: `task-${number}`,
    goal: GOALS[(number - 1) % GOALS.length]!,
    components,
    epochs: 2 + random.below(4),
    premises: Object.fromEntries(names.map((name) => [name, random.pick(PREMISES[name]!)])),
    restsOn: new Map(facts.map((fact) => [fact, random.pick(names)])),
    latest: new Map(),
  };
}

/**
 * Plays one epoch of a task: a premise changes (except in the first), then the task is planned, executed, debugged and
 * reviewed under the present premises. Rates are round numbers, equal for everything compared afterwards; none was
 * chosen after a result was seen.
 */
export function liveEpoch(world: AblationWorld, task: LivedTask, epoch: number, session: string): void {
  const writer = createWriter(world, task, session);
  const phase = (name: TaskPhase): void => {
    world.pass(world.random.below(2 * HOUR_MS));
    const { premises, id, goal } = task;
    const keyEvents = world.random.shuffled([...task.latest.values()]).slice(0, 6);
    world.setState(session, { taskId: id, goals: [goal], premises, phase: name }, keyEvents);
  };
  world.pass(HOUR_MS * (1 + world.random.below(30)));
  if (epoch > 0) changePremises(world, task);
  phase('plan');
  if (epoch === 0 || world.chance(0.6)) writer.objective();
  for (const component of world.random.shuffled(task.components)) {
    for (const aspect of DECISIONS) if (world.chance(epoch === 0 ? 0.5 : 0.35)) writer.record('decision', component, aspect);
    for (const aspect of CONSTRAINTS) if (world.chance(epoch === 0 ? 0.5 : 0.2)) writer.record('constraint', component, aspect);
    writer.chat(component);
  }
  phase('execute');
  for (const component of world.random.shuffled(task.components)) {
    for (const aspect of FINDINGS) if (world.chance(0.5)) writer.measure('finding', component, aspect, 1 + world.random.below(2));
    if (epoch === 0) for (const aspect of PLACES) writer.record('place', component, aspect);
    writer.chat(component);
  }
  phase('debug');
  for (const component of world.random.shuffled(task.components)) {
    for (const aspect of FAILURES) if (world.chance(0.4)) writer.measure('failure', component, aspect, 1 + world.random.below(2));
    for (const aspect of OUTCOMES) if (aspect.tag === 'mistake' && world.chance(0.3)) writer.record('outcome', component, aspect);
    writer.chat(component);
  }
  phase('review');
  for (const component of world.random.shuffled(task.components)) {
    for (const aspect of OUTCOMES) if (aspect.tag !== 'mistake' && world.chance(0.25)) writer.record('outcome', component, aspect);
    for (const aspect of DECISIONS) if (world.chance(0.15)) writer.record('decision', component, aspect);
    writer.chat(component);
  }
}

/** Changes one premise, sometimes two; former values may return. */
function changePremises({ random, chance }: AblationWorld, task: LivedTask): void {
  const names = random.shuffled(Object.keys(task.premises)).slice(0, chance(0.2) ? 2 : 1);
  const changed = names.map((name) => [name, random.pick(PREMISES[name]!.filter((value) => value !== task.premises[name]))] as const);
  task.premises = { ...task.premises, ...Object.fromEntries(changed) };
}

function createWriter(world: AblationWorld, task: LivedTask, session: string) {
  const { random } = world;
  const mention = (fact: string, role: Mention['role']) => ({ task: task.id, fact, role, premises: task.premises });
  const another = (component: string): string => random.pick(task.components.filter((name) => name !== component));

  /** Adds talk before and after a record: other values in the same words. */
  const talk = (fact: string, component: string, aspect: SpokenAspect): void => {
    for (let count = random.below(3); count > 0; count -= 1) {
      const text = fill(random.pick(aspect.talk), { component, value: aspect.value(random) });
      world.say(session, { kind: random.pick(['user_message', 'agent_message'] as const), text }, mention(fact, 'talk'));
    }
  };

  return {
    /** Adds a record to a chain, replacing the previous one. Places and outcomes have no chain. */
    record(topic: 'decision' | 'constraint' | 'outcome' | 'place', component: string, aspect: SpokenAspect & { readonly tag?: string }) {
      const fact = factOf(topic, component, aspect.name);
      talk(fact, component, aspect);
      const kind = topic === 'decision' || topic === 'constraint' ? topic : 'agent_message';
      const before = kind === 'agent_message' ? undefined : task.latest.get(fact);
      const text = fill(random.pick(aspect.records), { component, value: aspect.value(random) });
      const meta = aspect.tag === undefined ? {} : { meta: { tags: [aspect.tag] } };
      task.latest.set(fact, world.say(session, { kind, text, ...meta }, mention(fact, 'answer'), before));
      if (world.chance(0.3)) talk(fact, component, aspect);
    },
    objective() {
      const fact = factOf('objective', '', task.goal);
      const [component, other] = random.shuffled(task.components) as [string, string];
      const words = () => ({ component, other, goal: task.goal, value: `${10 + random.below(80)} %` });
      for (let count = random.below(3); count > 0; count -= 1)
        world.say(session, { kind: 'user_message', text: fill(random.pick(OBJECTIVE_TALK), words()) }, mention(fact, 'talk'));
      const text = fill(random.pick(OBJECTIVES), words());
      task.latest.set(fact, world.say(session, { kind: 'objective', text }, mention(fact, 'answer'), task.latest.get(fact)));
    },
    /** Adds an attempt: a call, its result, and often a sentence about it. */
    measure(topic: 'finding' | 'failure', component: string, aspect: ToolAspect, times: number) {
      const fact = factOf(topic, component, aspect.name);
      for (let time = 0; time < times; time += 1) {
        const call = world.nextCall(aspect.tool);
        const value = aspect.value(random);
        world.say(session, { kind: 'tool_call', call: { ...call, arguments: JSON.stringify({ component }) } }, mention(fact, 'talk'));
        const text = fill(random.pick(aspect.results), { component, value });
        world.say(session, { kind: 'tool_result', call, text, ...(topic === 'failure' && { isError: true }) }, mention(fact, 'answer'));
        if (world.chance(0.5))
          world.say(
            session,
            { kind: 'agent_message', text: fill(random.pick(aspect.said), { component, value }) },
            mention(fact, 'answer'),
          );
      }
    },
    chat(component: string) {
      if (world.chance(0.5)) {
        const kind = random.pick(['user_message', 'agent_message'] as const);
        world.say(session, { kind, text: chatter(random, component, another(component)) });
      }
      if (world.chance(0.3)) {
        const call = world.nextCall(random.pick(['run_build', 'get_status', 'list_files']));
        world.say(session, { kind: 'tool_call', call: { ...call, arguments: JSON.stringify({ target: component }) } });
        world.say(session, { kind: 'tool_result', call, text: floodText(random, 600 + random.below(2_400), task.components) });
      }
    },
  };
}
