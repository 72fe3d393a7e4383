import type { EventMetadata, NewEvent, TaskPhase } from '@total-recall/domain';
import type { ImportedSession } from '@total-recall/importers';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';
import { createTraceScript, type TraceScript } from './trace-script.ts';
import { createWorkspace, useTool, type ToolUse, type Workspace } from './trace-tools.ts';

/** A generated agent run: the main session first, then those of its subagents. */
export interface GeneratedTrace {
  readonly name: string;
  readonly sessions: readonly ImportedSession[];
}

const FIRST_TIME = Date.UTC(2033, 2, 7, 8, 0, 0);
const PHASES: readonly TaskPhase[] = ['plan', 'execute', 'debug', 'review', 'report'];

/**
 * Generates coding runs: files read, searches, failing tests and their causes, JSON, tables, images, parallel calls,
 * late results, objectives that replace each other, decisions, task states, delegation. The seed determines everything;
 * nothing is taken from a data set. `#n` in `meta.supersedes` and in a task state's event ids means the session's n-th
 * event.
 */
export function generateTraces(options: { seed?: number; traces?: number; requests?: number } = {}): GeneratedTrace[] {
  const { seed = 1, traces = 4, requests = 12 } = options;
  return Array.from({ length: traces }, (_, at) => generateTrace(seed, at + 1, requests));
}

function generateTrace(seed: number, number: number, requests: number): GeneratedTrace {
  const random = createSeededRandom(`trace ${seed} ${number}`);
  const name = `generated-${seed}-${number}`;
  const workspace = createWorkspace(random);
  const main = createRun(random, workspace, { agent: 'builder' });
  const subagents: ImportedSession[] = [];
  main.script.add({ kind: 'system_note', text: 'You are a careful engineer of the harbour services. Keep every public signature.' });
  for (let request = 1; request <= requests; request += 1) {
    playRequest(main, request);
    if (request % 4 === 0) {
      const agent = `scout-${request}`;
      const scout = createRun(random, workspace, { agent, parentAgent: 'builder' });
      playRequest(scout, 1);
      playDelegation(main, agent);
      subagents.push({
        session: `${name}.${agent}`,
        agent,
        parentSession: name,
        source: `generated:${name}:${agent}`,
        events: scout.script.events,
      });
    }
  }
  return { name, sessions: [{ session: name, agent: 'builder', source: `generated:${name}`, events: main.script.events }, ...subagents] };
}

/** A session being generated. */
interface Run {
  readonly random: SeededRandom;
  readonly workspace: Workspace;
  readonly meta: EventMetadata;
  readonly script: TraceScript;
  /** Number of the objective in force. */
  objective?: number;
  /** Number of task states so far. */
  versions: number;
  /** A call that still waits for its result. */
  late?: OpenCall;
  readonly openLoops: string[];
}

interface OpenCall {
  readonly call: NonNullable<NewEvent['call']>;
  readonly use: ToolUse;
}

function createRun(random: SeededRandom, workspace: Workspace, meta: EventMetadata): Run {
  return { random, workspace, meta, script: createTraceScript(random, meta, FIRST_TIME), versions: 0, openLoops: [] };
}

/** Plays a request of the user, the work on it, and its end. */
function playRequest(run: Run, number: number): void {
  const { random, workspace, script } = run;
  const target = random.pick(workspace.functions);
  script.add({
    kind: 'user_message',
    text: `Request ${number}: make ${target} safe under load and tell me what you changed. Ticket HRB-${1_000 + random.below(9_000)}.`,
  });
  run.objective = script.add({
    kind: 'objective',
    text: `Make ${target} safe under load (request ${number}).`,
    ...(run.objective !== undefined && { meta: { supersedes: [`#${run.objective}`] } }),
  });
  if (number % 5 === 1)
    script.add({ kind: 'constraint', text: `Request ${number}: no new dependency, and answers within ${20 + random.below(200)} ms.` });
  for (let count = 4 + random.below(4); count > 0; count -= 1) playStep(run);
  if (run.late) addResult(run, run.late);
  delete run.late;
  playEnd(run, number, target);
}

/**
 * Plays one model response: sometimes thinking, one to three parallel calls, results in any order, one of them perhaps
 * much later.
 */
function playStep(run: Run): void {
  const { random, workspace, script } = run;
  const message = script.nextMessage();
  const uses = Array.from({ length: random.below(4) === 0 ? 2 + random.below(2) : 1 }, () => useTool(random, workspace));
  const messageId = `message-${message}`;
  if (random.below(3) === 0)
    script.add({
      kind: 'thinking',
      text: `Before changing anything, ${random.pick(workspace.functions)} has to be understood.`,
      messageId,
    });
  script.say(`Next: ${uses.map((use) => `${use.name} on ${Object.values(use.arguments).join(' ')}`).join(' and ')}.`);
  const calls = uses.map((use, at): OpenCall => {
    const call = { id: `call-${message}-${at + 1}`, name: use.name };
    script.add({ kind: 'tool_call', call: { ...call, arguments: JSON.stringify(use.arguments) }, messageId });
    return { call, use };
  });
  for (const open of random.shuffled(calls)) {
    if (run.late === undefined && random.below(12) === 0) run.late = open;
    else addResult(run, open);
  }
  const failed = uses.find((use) => use.cause !== undefined);
  if (failed) {
    script.nextMessage();
    script.say(`${failed.cause} The fix goes into ${random.pick(workspace.files)}.`);
  }
}

function addResult({ script }: Run, { call, use }: OpenCall): void {
  script.add({
    kind: 'tool_result',
    call: { id: call.id, name: call.name },
    text: use.text,
    ...(use.attachments && { attachments: use.attachments }),
    ...(use.cause !== undefined && { isError: true }),
  });
}

/** Plays the end of a request: closing message, decision and task state. */
function playEnd(run: Run, number: number, target: string): void {
  const { random, workspace, script, openLoops } = run;
  script.nextMessage();
  const loop = `check ${random.pick(workspace.files)} against build ${random.hex(8)}`;
  openLoops.push(loop);
  script.say(`Done with ${target}. One thing stays open: ${loop}.`);
  const decision = script.add({
    kind: 'decision',
    text: `Chose to guard ${target} with ${random.pick(['a lease', 'a version check', 'a bounded queue', 'an outbox'])} rather than a lock: the lock cost ${10 + random.below(90)} ms at p95.`,
  });
  script.add({
    kind: 'task_state',
    taskState: {
      expectedVersion: run.versions,
      fields: {
        taskId: `harbour-${Math.ceil(number / 3)}`,
        goals: [`${target} safe under load`],
        phase: PHASES[number % PHASES.length]!,
        openLoops: openLoops.slice(-3).map((text) => ({ text })),
        keyEvents: [`#${decision}`],
        premises: { build: random.hex(6) },
      },
    },
  });
  run.versions += 1;
}

/** Plays a subagent that is sent off and reports. */
function playDelegation({ random, workspace, meta, script }: Run, agent: string): void {
  const messageId = `message-${script.nextMessage()}`;
  script.add({
    kind: 'delegation',
    text: `${agent}: find every caller of ${random.pick(workspace.functions)} and report back.`,
    messageId,
  });
  script.add({
    kind: 'report',
    text: `${agent} found ${random.below(40)} callers; the riskiest is ${random.pick(workspace.files)}:${1 + random.below(900)}.`,
    meta: { agent, parentAgent: meta.agent },
  });
}

/** Replaces the `#n` references of an event with the ids of the session's earlier events. */
export function resolveReferences(event: NewEvent, ids: readonly string[]): NewEvent {
  const idOf = (reference: string): string[] => {
    const match = /^#(\d+)$/.exec(reference);
    if (!match) return [reference];
    const id = ids[Number(match[1]) - 1];
    return id === undefined ? [] : [id];
  };
  const { meta, taskState } = event;
  const keyEvents = taskState?.fields.keyEvents?.flatMap(idOf);
  return {
    ...event,
    ...(meta?.supersedes && { meta: { ...meta, supersedes: meta.supersedes.flatMap(idOf) } }),
    ...(taskState && { taskState: { ...taskState, fields: { ...taskState.fields, ...(keyEvents && { keyEvents }) } } }),
  };
}
