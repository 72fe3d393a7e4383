export { TotalRecallApiError, TotalRecallConnectionError } from './calls/api-error.ts';
export { asGiven } from './windows/as-given.ts';
export { attachmentOf, attachmentOfUrl, isBesideWindow, withFiles, type Attachment } from './events/attached-files.ts';
export { createClient } from './client.ts';
export { asksForEvidence, evidenceForPrompt, queriesOfPrompt, queryOfPrompt, type PromptOptions } from './prompts/evidence-for-prompt.ts';
export { fitEvent, fitLabel, inRequests } from './events/fit-event.ts';
export { createHistory, type History } from './history/history.ts';
export { knownAtStart, type StartOptions } from './prompts/known-at-start.ts';
export { memoryTools, type MemoryTool } from './tools/memory-tools.ts';
export { readAiAnswer, readAiPrompt } from './responses/read-ai-prompt.ts';
export type { AiMessage, AiWindow } from './windows/ai-window.ts';
export type { AppendedResponse, AppendResponseOptions } from './clients/append-response.ts';
export type { Client } from './client.ts';
export type { BodyWire, CallOptions, JsonCall, Paging, QueryWire, ReplyWire } from './calls/json-call.ts';
export type { ModelResponse } from './responses/read-response.ts';
export type { ModelCall } from './responses/response-parts.ts';
export type { AppendOptions } from './clients/append-events.ts';
export type { EventWire, NewEventWire, SessionClient } from './clients/session-client.ts';
export type { ArtifactDownload, DecideOptions, SpaceClient } from './clients/space-client.ts';
export type { ToolHandler, ToolHandlers, ToolRun } from './tools/tool-runner.ts';
export type { CallInput, ClientOptions } from './calls/transport.ts';
export type {
  AnthropicMessage,
  AnthropicWindow,
  DeepSeekMessage,
  DeepSeekWindow,
  OpenAiMessage,
  OpenAiWindow,
  ResponsesItem,
  ResponsesWindow,
} from './windows/vendor-messages.ts';
export type { Window, WindowFormat, WindowRequest } from './windows/window-formats.ts';
export type { ErrorCode, JsonRouteId, RouteId } from './wire/wire-routes.ts';
