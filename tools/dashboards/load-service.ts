import { setTimeout as delay } from 'node:timers/promises';
import { createClient, TotalRecallApiError, type NewEventWire, type SessionClient, type SpaceClient } from '@total-recall/client';

const SESSIONS = 3;
const PAUSE_MS = 150;

export interface LoadOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly forMs: number;
}

/**
 * Runs agents for a while: they append, ask for windows, recall and cite, repeat themselves, and make the mistakes that
 * callers make.
 */
export async function loadService({ url, apiKey, forMs }: LoadOptions): Promise<void> {
  const client = createClient({ url, apiKey });
  const space = client.space('depots');
  const until = performance.now() + forMs;
  await Promise.all(
    Array.from({ length: SESSIONS }, async (_, agent) => {
      const session = space.session(`agent-${agent}`);
      for (let at = 1; performance.now() < until; at++) {
        await takeTurn(session, agent, at);
        if (agent === 0 && at % 3 === 0) await decideFacts(space, at);
        await delay(PAUSE_MS);
      }
    }),
  );
}

async function takeTurn(session: SessionClient, agent: number, at: number): Promise<void> {
  const events = reportTurn(agent, at);
  const { position } = await session.append(events, { source: `agent-${agent}`, wait: 'searchable' });
  if (at % 5 === 0) await session.append(events, { source: `agent-${agent}` });
  await session.window({ after: position, blocks: { system: 'You audit depots.', userMessage: 'Go on.' } });
  if (at % 3 === 0) await recallAndCite(session, agent, at);
  if (at % 4 === 0) await typeAndSend(session, at);
  if (at % 7 === 0) await refused(session.window({ windowTokens: 512 }));
  if (at % 7 === 0) await refused(session.expand('m9999'));
  if (at % 10 === 0) await refused(session.compact({}));
}

/** Writes a fact by hand, puts it right, and has what was said read for more. */
async function decideFacts(space: SpaceClient, at: number): Promise<void> {
  const { fact } = await space.remember({
    label: 'project',
    subject: 'depot 1',
    attribute: 'keeper',
    text: `Keeper ${at} has the keys of depot 1.`,
  });
  await space.correct(fact.id, { text: `Keeper ${at + 1} has the keys of depot 1.` });
  await space.consolidate();
}

/** Builds one turn of an agent that reads a long report and comments on it. */
function reportTurn(agent: number, at: number): NewEventWire[] {
  const id = `call-${agent}-${at}`;
  const lines = Array.from(
    { length: 90 },
    (_, line) => `line ${line} of report ${at}: depot ${agent}-${line} holds ${at * 37 + line} crates of instruments`,
  );
  const events: NewEventWire[] = [
    { kind: 'user_message', text: `Look at report ${at} and tell auditor${at}@example.org the seal number.` },
    { kind: 'tool_call', call: { id, name: 'read_report', arguments: JSON.stringify({ number: at }) } },
    {
      kind: 'tool_result',
      call: { id, name: 'read_report' },
      text: `${lines.join('\n')}\nseal number QX-${agent}-${at}-7741`,
    },
    { kind: 'agent_message', text: `The seal number of report ${at} is QX-${agent}-${at}-7741.` },
  ];
  return events.map((event, index) => ({ ...event, sequence: (at - 1) * events.length + index + 1 }));
}

async function recallAndCite(session: SessionClient, agent: number, at: number): Promise<void> {
  const query = at % 2 === 0 ? `seal number of report ${at - 2}` : 'which umbrella did the zeppelin take to the opera';
  const answer = await session.recall({ query });
  const id = `recall-${agent}-${at}`;
  await session.append([
    { kind: 'tool_call', call: { id, name: 'recall', arguments: JSON.stringify({ query }) } },
    { kind: 'tool_result', call: { id, name: 'recall' }, text: answer.rendered },
    { kind: 'agent_message', text: `As the report says, the seal number is QX-${agent}-${at - 2}-7741.` },
  ]);
}

/** Lets a user type, with a prefetch before the message is sent. */
async function typeAndSend(session: SessionClient, at: number): Promise<void> {
  if (at === 4) await session.setPolicy({ pushTokens: 300 });
  await session.prefetch(`Which seal number had report ${at - 3} of the dep`);
  await session.window({ blocks: { userMessage: `Which seal number had report ${at - 3} of the depot?` } });
}

async function refused(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!(error instanceof TotalRecallApiError)) throw error;
  });
}
