// The extension of pi, a coding agent. It hands each event to `total-recall hook pi`, which keeps the session file as
// it grows and answers with what the memory has. Plain JavaScript: pi loads it under its own Node.
import { spawn } from 'node:child_process';

const OURS = 'total-recall';

/** A hook ends by itself long before `endedAfterMs`, which is for one that cannot. */
export function createExtension(program, args, endedAfterMs) {
  return (pi) => {
    let last = Promise.resolve();
    let atStart;

    /** One hook after the other, as they share what they know of the session. */
    const ask = (event, { sessionManager, ui, hasUI }, more = {}) => {
      const payload = {
        session_id: sessionManager.getSessionId(),
        transcript_path: sessionManager.getSessionFile(),
        hook_event_name: event,
        ...more,
      };
      const tell = (message) => (hasUI ? ui.notify(message, 'warning') : undefined);
      last = last.then(() => runHook([program, args, endedAfterMs], payload, tell)).catch(() => undefined);
      return last;
    };
    const message = (content) => ({ customType: OURS, content, display: false });

    pi.on('session_start', ({ reason }, ctx) => {
      if (reason !== 'reload')
        atStart = ask('SessionStart', ctx, { source: reason === 'resume' || reason === 'fork' ? 'resume' : 'startup' });
    });
    pi.on('before_agent_start', async ({ prompt }, ctx) => {
      const texts = [await atStart, await ask('UserPromptSubmit', ctx, { prompt })].filter((text) => text !== undefined);
      atStart = undefined;
      return texts.length === 0 ? undefined : { message: message(texts.join('\n\n')) };
    });
    pi.on('session_before_compact', async (_event, ctx) => {
      await ask('PreCompact', ctx);
    });
    pi.on('session_compact', async (_event, ctx) => {
      const text = await ask('SessionStart', ctx, { source: 'compact' });
      if (text !== undefined) pi.sendMessage(message(text));
    });
    pi.on('agent_end', (_event, ctx) => {
      void ask('Stop', ctx);
    });
    pi.on('session_shutdown', async (_event, ctx) => {
      await ask('SessionEnd', ctx);
    });
  };
}

/** Resolves to text for the context of the agent, where there is any. It never fails: the agent goes on in any case. */
function runHook([program, args, timeout], payload, tell) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk));
    child.stdin.on('error', () => undefined).end(JSON.stringify(payload));
    child.on('error', () => resolve(undefined));
    child.on('close', () => {
      const { systemMessage, hookSpecificOutput } = parse(output);
      if (systemMessage !== undefined) tell(systemMessage);
      resolve(hookSpecificOutput?.additionalContext);
    });
  });
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
