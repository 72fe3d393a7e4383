import type { ReplyOf } from '@total-recall/contracts';
import { OPEN_TOOL, RECALL_TOOL, UPDATE_TASK_STATE_TOOL } from '@total-recall/domain';

const TOOLS = [RECALL_TOOL, OPEN_TOOL, UPDATE_TASK_STATE_TOOL];

/** Tool definitions for a model, in the shapes of the OpenAI and Anthropic APIs. */
export const TOOL_DECLARATIONS: ReplyOf<'getTools'> = {
  openai: TOOLS.map(({ name, description, parameters }) => ({ type: 'function', function: { name, description, parameters } })),
  anthropic: TOOLS.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
};
