import { TotalRecallApiError } from '../calls/api-error.ts';
import type { SessionClient } from '../clients/session-client.ts';

const RECALL = `Search everything that was said or read in this memory, including earlier parts of this conversation that are \
no longer in view. Returns it verbatim. Call it before you say that you do not know, and before you ask the user again.`;
const OPEN = 'Read an event that recall named, such as e184, whole or by lines, several, such as e3,e8, or turns, such as T20-T27.';

/** A tool by which a model asks the memory, for frameworks that run tools themselves. `C`: what they tell a tool. */
export interface MemoryTool<C> {
  readonly name: 'recall' | 'open';
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: {
    readonly type: 'object';
    readonly properties: Record<string, { readonly type: string; readonly description?: string }>;
    readonly required: string[];
    readonly additionalProperties: true;
  };
  /** Answers a call. A mistake of the model becomes a text that it reads; rejects where the service is away. */
  run(args: unknown, context: C): Promise<string>;
}

/** Declares `recall` and `open` over the session that a call belongs to. */
export function memoryTools<C = unknown>(sessionOf: (context: C) => SessionClient | Promise<SessionClient>): MemoryTool<C>[] {
  const query = { type: 'string', description: 'What you need, in words that probably occur there.' };
  const ref = {
    type: 'string',
    description: 'e184 for an event of this session, SESSION/e184 for one below "# session SESSION", e3,e8 for several, T20-T27 for turns.',
  };
  const place = { type: 'integer' };
  const budgetTokens = { type: 'integer', description: 'Largest answer in tokens.' };
  const declare = (name: 'recall' | 'open', description: string, properties: MemoryTool<C>['parameters']['properties']): MemoryTool<C> => ({
    name,
    description,
    parameters: { type: 'object', properties, required: Object.keys(properties).slice(0, 1), additionalProperties: true },
    async run(args, context) {
      const session = await sessionOf(context);
      // The service reads the arguments as the model wrote them, as far as their meaning is clear.
      const written = { arguments: JSON.stringify(args) };
      try {
        return (await session[name](written)).rendered;
      } catch (error) {
        if (error instanceof TotalRecallApiError && error.status < 500 && !error.retryable) return error.message;
        throw error;
      }
    },
  });
  return [
    declare('recall', RECALL, { query, budgetTokens }),
    declare('open', OPEN, { ref, fromLine: place, toLine: place, fromByte: place, toByte: place, budgetTokens }),
  ];
}
