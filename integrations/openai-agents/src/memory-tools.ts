import { tool, type Tool } from '@openai/agents';
import type { SessionClient } from '@total-recall/client';

const RECALL = `Searches everything that was ever said or read here, also what left this conversation, and returns it word \
for word. Call it before you say that you do not know, and before you ask the user again.`;
const OPEN = `Reads one event that recall named, such as e184, whole or by lines.`;

/** Declares the tools by which a model asks the memory. The SDK runs them and gives their calls to the session. */
export function memoryTools(open: () => Promise<SessionClient>): Tool[] {
  const query = { type: 'string', description: 'What to look for, in the words that were probably used.' };
  const ref = { type: 'string', description: 'The name of the event.' };
  const line = { type: 'integer' };
  // The service reads the arguments as the model wrote them, as far as their meaning is clear.
  return [
    declare('recall', RECALL, { query }, async (args) => (await (await open()).recall({ arguments: args })).rendered),
    declare('open', OPEN, { ref, fromLine: line, toLine: line }, async (args) => (await (await open()).open({ arguments: args })).rendered),
  ];
}

function declare(name: string, description: string, properties: object, run: (args: string) => Promise<string>): Tool {
  const [first] = Object.keys(properties);
  const parameters = {
    type: 'object' as const,
    properties: properties as Record<string, object>,
    required: [first!],
    additionalProperties: true as const,
  };
  return tool({ name, description, strict: false, parameters, execute: (input) => run(JSON.stringify(input)) });
}
