import { tool, type Tool } from '@openai/agents';
import { memoryTools, type SessionClient } from '@total-recall/client';

/** Declares the tools by which a model asks the memory. The SDK runs them and gives their calls to the session. */
export function sessionTools(open: () => Promise<SessionClient>): Tool[] {
  return memoryTools(open).map(({ name, description, parameters, run }) =>
    tool({ name, description, strict: false, parameters, execute: (input) => run(input, undefined) }),
  );
}
