/** A call as a model writes it; `arguments` may be any text. */
export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** Answer of a scripted model to one request. */
export interface ScriptedAnswer {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** True for one that ends at the limit of its tokens. */
  readonly isCut?: boolean;
}

/** A model that gives its answers in order. A request beyond the last is an error of the loop. */
export interface ScriptedModel {
  next(): ScriptedAnswer | undefined;
  /** Puts back an answer that could not be given. */
  again(answer: ScriptedAnswer): void;
}

export function scriptedModel(answers: readonly ScriptedAnswer[]): ScriptedModel {
  const left = [...answers];
  return { next: () => left.shift(), again: (answer) => void left.unshift(answer) };
}

/**
 * A task with everything that can go wrong: parallel calls, arguments that are not JSON, a failing tool, an unknown
 * tool, a recall.
 */
export const AWKWARD_WORK: readonly ScriptedAnswer[] = [
  {
    text: 'I read both.',
    calls: [
      { id: 'call_a', name: 'read_file', arguments: '{"path":"a.ts"}' },
      { id: 'call_b', name: 'read_file', arguments: '{"path":"b.ts"}' },
    ],
  },
  { calls: [{ id: 'call_c', name: 'read_file', arguments: '{"path": "c.ts' }] },
  {
    calls: [
      { id: 'call_d', name: 'run_tests', arguments: '{}' },
      { id: 'call_e', name: 'no_such_tool', arguments: '{}' },
    ],
  },
  {
    calls: [
      { id: 'call_f', name: 'update_task_state', arguments: '{"expectedVersion":0,"goals":["fix the login"]}' },
      { id: 'call_g', name: 'recall', arguments: '{"queries":["what does a.ts redirect to"]}' },
      { id: 'call_h', name: 'recall', arguments: '{"question":"?"}' },
    ],
  },
  { text: 'Done.' },
];
