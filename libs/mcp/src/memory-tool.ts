import type { CallToolResult, McpServer, StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import { issueText } from '@total-recall/contracts/issue-text';
import type { z } from 'zod';
import { asMeant } from './as-meant.ts';
import { describeFailure, renderFailure, type Failure } from './describe-failure.ts';
import type { MemoryAccess, ReadOptions } from './memory-access.ts';

/** Answer of a tool: text for the model, and the same as fields if the tool declares some. */
export interface ToolAnswer {
  readonly text: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

export interface ToolDefinition<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output?: z.ZodObject;
  readonly annotations: ToolAnnotations;
  run(args: z.output<Input>, memory: MemoryAccess, options: ReadOptions): Promise<ToolAnswer>;
}

export type MemoryTool = (server: McpServer, memory: MemoryAccess) => void;

/**
 * Makes a tool that can be registered with a server. Whatever goes wrong becomes an error result with a stable code and
 * a remedy, arguments that do not fit the schema too. A cancelled call ends its calls of the service.
 */
export function defineTool<Input extends z.ZodObject>(tool: ToolDefinition<Input>): MemoryTool {
  const { name, title, description, input, output, annotations } = tool;
  const config = { title, description, inputSchema: declared(input), ...(output && { outputSchema: output }), annotations };
  return (server, memory) => {
    server.registerTool(name, config, async (args, { mcpReq: { signal } }): Promise<CallToolResult> => {
      const read = input.safeParse(asMeant(args, input), { error: issueText });
      if (!read.success) return failed(refusalOf(name, read.error));
      try {
        const { text, fields } = await tool.run(read.data, memory, { signal });
        return { content: [{ type: 'text', text }], ...(fields && { structuredContent: fields }) };
      } catch (error) {
        signal.throwIfAborted();
        return failed(describeFailure(error, memory.url));
      }
    });
  };
}

/**
 * Declares a schema and leaves its check to the tool: the errors of the SDK carry no code of ours. It is converted once
 * for each dialect, as a server over HTTP needs it in every request.
 */
function declared(input: z.ZodObject): StandardSchemaWithJSON<unknown, unknown> {
  const { jsonSchema } = input['~standard'];
  const converted = new Map<string, Record<string, unknown>>();
  const inDialect: typeof jsonSchema.input = (options) => {
    const known = converted.get(options.target) ?? jsonSchema.input(options);
    converted.set(options.target, known);
    return known;
  };
  const validate = (value: unknown) => ({ value });
  return { '~standard': { version: 1, vendor: 'total-recall', validate, jsonSchema: { input: inDialect, output: inDialect } } };
}

function refusalOf(tool: string, { issues }: z.ZodError): Failure {
  // A value of another type has more issues, which tell of its length in characters where items are counted.
  const first = issues.filter(({ path }, at) => path.length === 0 || issues.findIndex((other) => other.path[0] === path[0]) === at);
  const named = first.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`));
  return { code: 'invalid_request', message: `${named.join('; ')}.`, remedy: `Correct the arguments and call ${tool} again.` };
}

function failed(failure: Failure): CallToolResult {
  return { content: [{ type: 'text', text: renderFailure(failure) }], isError: true };
}
