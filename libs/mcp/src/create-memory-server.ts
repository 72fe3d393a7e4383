import { McpServer } from '@modelcontextprotocol/server';
import type { MemoryAccess } from './memory-access.ts';
import { INSTRUCTIONS, registerPrompt } from './memory-prompt.ts';
import { registerResources } from './memory-resources.ts';
import type { MemoryTool } from './memory-tool.ts';
import { appendMessageTool } from './tools/append-message.ts';
import { expandTool } from './tools/expand.ts';
import { forgetTool } from './tools/forget.ts';
import { openTool } from './tools/open.ts';
import { profileTool } from './tools/profile.ts';
import { recallTool } from './tools/recall.ts';
import { rememberTool } from './tools/remember.ts';
import { resumeTool } from './tools/resume.ts';
import { sessionsTool } from './tools/sessions.ts';

/** In the order in which clients list them. */
const TOOLS: readonly MemoryTool[] = [
  recallTool,
  openTool,
  resumeTool,
  expandTool,
  sessionsTool,
  profileTool,
  rememberTool,
  forgetTool,
  appendMessageTool,
];

/** Creates an MCP server of one memory: one for each connection over stdio, and for each request over HTTP. */
export function createMemoryServer(memory: MemoryAccess, version: string): McpServer {
  const server = new McpServer(
    { name: 'total-recall', title: 'Total Recall', version },
    {
      instructions: INSTRUCTIONS,
      capabilities: { tools: { listChanged: false }, resources: { listChanged: false }, prompts: { listChanged: false } },
    },
  );
  for (const register of TOOLS) register(server, memory);
  registerResources(server, memory);
  registerPrompt(server, memory);
  return server;
}
