import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { outputOf } from '../../apps/cli/testing/proxy-agents.ts';
import { UPSTREAM_KEY, type VendorEmulator } from '@total-recall/proxy/testing';

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==';

interface Answer {
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: { turn: number; part: string } }[];
}

/** An agent on an SDK of Python, in a process of its own, with the history that it holds itself. */
export interface PythonAgent {
  /** Works a turn: some with a picture, some after a stream that is left, some after a busy vendor. */
  turn(number: number): Promise<void>;
  /** Takes back what followed a turn and says something else. */
  rewind(toTurn: number, text: string): Promise<void>;
  ask(text: string, streamed: boolean): Promise<Answer>;
  close(): void;
}

/** The APIs of the vendors that an agent may work over. */
export const APIS = ['openai', 'openai-responses', 'anthropic'] as const;

export function openPythonAgent(python: string, api: (typeof APIS)[number], baseUrl: string, emulator: VendorEmulator): PythonAgent {
  const args = [join(import.meta.dirname, 'proxy_agent.py'), api, baseUrl];
  const child = spawn(python, args, { env: { ...process.env, UPSTREAM_KEY }, stdio: ['pipe', 'pipe', 'pipe'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let failed = '';
  child.stderr.on('data', (chunk: Buffer) => (failed += chunk.toString('utf8')));

  async function order(what: object): Promise<unknown> {
    child.stdin.write(`${JSON.stringify(what)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`the agent ended:\n${failed}`);
    return JSON.parse(value);
  }

  async function answer(streamed: boolean): Promise<Answer> {
    const [text, calls] = (await order({ do: 'answer', streamed })) as [string, Answer['calls']];
    return { text, calls };
  }

  return {
    async turn(number) {
      await order({ do: 'begin', turn: number });
      if (number % 25 === 0) await order({ do: 'show', with: [PICTURE] });
      if (number % 40 === 0) {
        emulator.script = () => ({ text: 'An answer that nobody reads to its end.', stalls: true });
        await order({ do: 'cancel' });
      }
      let busy = number % 20 === 0 ? 1 : 0;
      const calls = ['a', 'b'].map((part) => ({
        id: `call_${number}_${part}`,
        name: 'build',
        arguments: `{"turn":${number},"part":"${part}"}`,
      }));
      const text = number % 3 === 0 ? { text: `Now module ${number}.` } : {};
      emulator.script = () => (busy-- > 0 ? { status: 529 } : { thinking: `Module ${number} is next.`, ...text, calls });
      const said = await answer(number % 2 === 1);
      const results = said.calls.map(({ id, arguments: { turn, part } }) => ({ id, text: outputOf(turn, part) }));
      await order({ do: 'give', with: [results] });
    },
    async rewind(toTurn, text) {
      await order({ do: 'rewind', turn: toTurn + 1, text });
    },
    async ask(text, streamed) {
      await order({ do: 'say', with: [text] });
      const said = await answer(streamed);
      if (said.calls.length > 0) await order({ do: 'give', with: [said.calls.map(({ id }) => ({ id, text: 'It is done.' }))] });
      return said;
    },
    close: () => void child.kill(),
  };
}

/** A model that recalls what a turn wrote, and then says the first code that it reads in the answer. */
export function recallingModel(id: string, turn: number): VendorEmulator['script'] {
  const call = {
    id,
    name: 'recall',
    arguments: JSON.stringify({ queries: [`turn ${turn}a: the build of module-${turn} wrote`], budgetTokens: 1_000 }),
  };
  return ({ messages, input }) => {
    const last = JSON.stringify(((messages ?? input) as unknown[]).at(-1));
    if (!last.includes(id)) return { thinking: 'That left my window.', text: 'Let me look.', calls: [call] };
    const found = new RegExp(`turn ${turn}a: the build[^]*?code (E\\d+-a)`).exec(last)?.[1];
    return { thinking: 'Found.', text: `It ended with ${found}.` };
  };
}
