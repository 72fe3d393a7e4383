// A program that has only the package. It is compiled and run in an empty folder.
import { createClient, TotalRecallApiError, type ModelCall, type SessionClient } from '@total-recall/client';

const [, , url, apiKey, name] = process.argv;
const client = createClient({ url: url!, apiKey: apiKey!, timeoutMs: 30_000 });
const session: SessionClient = client.space('packed').session(name!);

await session.append({ kind: 'user_message', text: 'Look at a.ts.' }, { wait: 'searchable' });
const window = await session.window({ format: 'openai', blocks: { system: 'You fix bugs.' } });
const roles: string[] = window.openai.messages.map((message) => message.role);
const calls: readonly ModelCall[] = (
  await session.appendResponse({
    id: 'r1',
    choices: [{ message: { content: null, tool_calls: [{ id: 'c1', function: { name: 'read_file', arguments: '{"path":"a.ts"}' } }] } }],
  })
).calls;
const [run] = await session.runTools(calls, { read_file: ({ path }: { path: string }) => `${path} is empty` });
const ai = await session.window({ format: 'ai' });
const refused = await session.expand('m1').then(
  () => 'not refused',
  (error: unknown) => (error instanceof TotalRecallApiError ? error.code : String(error)),
);
const aborted = await session.window({}, { signal: AbortSignal.abort(new Error('enough')) }).catch((error: Error) => error.message);
process.stdout.write(JSON.stringify({ roles, text: run!.text, ai: ai.ai.messages.map((message) => message.role), refused, aborted }));
