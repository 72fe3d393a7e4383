import { asksForEvidence, memoryTools } from '@total-recall/client';
import { evidenceAfterCompaction, evidenceFor, knownFacts } from './bring-in.ts';
import { createContextEngine, ENGINE_ID } from './context-engine.ts';
import type { Additions, HostApi, HostContext, HostMessage } from './host-api.ts';
import { eventsOfMessage } from './message-events.ts';
import { createSessions, type KnownSession, type Sessions } from './sessions.ts';
import { readSettings, type Settings } from './settings.ts';
import { createTakePart, type TakePart } from './take-part.ts';

/** Appends may take longer than a prompt waits; the host ends these hooks after 30 s. */
const KEEP_MS = 25_000;
/** Runs that no person and no agent asked for. */
const BACKGROUND = new Set(['heartbeat']);

interface Parts {
  readonly settings: Settings;
  readonly sessions: Sessions;
  readonly takePart: TakePart;
}

/** Sets the hooks and the tools up in a process of OpenClaw. */
export function register(api: HostApi): void {
  const settings = readSettings(api.pluginConfig);
  const sessions = createSessions(() => settings.connect().space(settings.space));
  const parts: Parts = { settings, sessions, takePart: createTakePart(api.logger, settings.deadlineMs) };
  const keep = (session: KnownSession, messages: readonly unknown[]): Promise<void> =>
    parts.takePart(() => session.recorder.follow(messages as readonly HostMessage[]), KEEP_MS);

  api.on('before_message_write', ({ message }, context) => {
    const session = sessions.of(context);
    if (session) void keep(session, [message]);
    else if (context.sessionKey !== undefined) sessions.hold(context.sessionKey, message as HostMessage);
  });
  // The messages of this hook have other times than those of the transcript, which were kept as they were written.
  api.on('agent_end', async (_event, context) => {
    const session = sessions.of(context);
    if (session) await keep(session, []);
  });
  api.on('before_compaction', async ({ messages = [] }, context) => {
    const session = sessions.of(context);
    if (session) await keep(session, messages);
  });
  api.on('after_compaction', ({ previousSessionId }, context) => {
    if (previousSessionId !== undefined && context.sessionId !== undefined) sessions.continues(context.sessionId, previousSessionId);
    const session = sessions.of(context);
    if (session) Object.assign(session, { facts: undefined, compactedAt: Date.now(), hasLost: true });
  });
  api.on('subagent_spawned', ({ childSessionKey }, { requesterSessionKey }) => {
    if (requesterSessionKey !== undefined) sessions.startedBy(childSessionKey, requesterSessionKey);
  });
  api.on('before_prompt_build', async ({ prompt, currentUserMessage, messages }, context) => {
    const session = sessions.of(context);
    if (!session) return undefined;
    void keep(session, messages);
    if (BACKGROUND.has(context.trigger ?? '')) return undefined;
    const before = session.lastPrompt ?? lastRequest(messages);
    const asked = currentUserMessage ?? prompt;
    if (asksForEvidence(asked)) session.lastPrompt = asked;
    return bringIn(asked, before, session, parts);
  });
  registerTools(api, parts);
  const open = (id: string) => settings.connect().space(settings.space).session(id);
  api.registerContextEngine(ENGINE_ID, createContextEngine({ sessions, takePart: parts.takePart, open, keep }));
}

/** Behind a compaction the request before it is asked for, too: what it needs has just left the context. */
async function bringIn(
  prompt: string,
  before: string | undefined,
  session: KnownSession,
  { settings, takePart }: Parts,
): Promise<Additions | undefined> {
  return takePart(async (signal) => {
    const space = settings.connect().space(settings.space);
    const asked = { space, session: session.id, settings, signal };
    const [facts, lost, evidence] = await Promise.all([
      session.facts ?? knownFacts(settings.space, asked).then((text) => ({ text })),
      session.hasLost && before !== undefined ? evidenceAfterCompaction(before, asked) : undefined,
      evidenceFor(prompt, session.compactedAt ?? 0, asked),
    ]);
    Object.assign(session, { facts, hasLost: false });
    const found = [lost, evidence].filter((text) => text !== undefined);
    return {
      ...(facts.text !== undefined && { appendSystemContext: facts.text }),
      ...(found.length > 0 && { prependContext: found.join('\n\n') }),
    };
  });
}

function lastRequest(messages: readonly unknown[]): string | undefined {
  const last = (messages as readonly HostMessage[]).findLast(({ role }) => role === 'user');
  return last && eventsOfMessage(last)[0]?.text;
}

function registerTools(api: HostApi, { settings, sessions }: Parts): void {
  const declared = memoryTools((context: HostContext) => {
    const id = sessions.of(context)?.id;
    if (id === undefined) throw new Error('This run has no session.');
    return settings.connect().space(settings.space).session(id);
  });
  for (const { name, description, parameters, run } of declared)
    api.registerTool(
      (context) => ({
        name,
        label: name === 'recall' ? 'Recall' : 'Open',
        description,
        parameters,
        execute: async (_callId, args) => ({ content: [{ type: 'text', text: await run(args, context) }], details: {} }),
      }),
      { name },
    );
}
