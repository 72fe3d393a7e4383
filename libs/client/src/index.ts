export { TotalRecallApiError, TotalRecallConnectionError } from './api-error.ts';
export { asGiven } from './as-given.ts';
export { attachmentOf, attachmentOfUrl, isBesideWindow, withFiles, type Attachment } from './attached-files.ts';
export { createClient } from './client.ts';
export { evidenceForPrompt, queryOfPrompt, type PromptOptions } from './evidence-for-prompt.ts';
export { fitEvent, fitLabel, inRequests } from './fit-event.ts';
export { createHistory, type History } from './history.ts';
export { knownAtStart, type StartOptions } from './known-at-start.ts';
export { memoryTools, type MemoryTool } from './memory-tools.ts';
export { readAiAnswer, readAiPrompt } from './read-ai-prompt.ts';
export type { AiMessage, AiWindow } from './ai-window.ts';
export type { AppendedResponse } from './append-response.ts';
export type { Client } from './client.ts';
export type { BodyWire, CallOptions, JsonCall, Paging, QueryWire, ReplyWire } from './json-call.ts';
export type { ModelResponse } from './read-response.ts';
export type { ModelCall } from './response-parts.ts';
export type { AppendOptions } from './append-events.ts';
export type { EventWire, NewEventWire, SessionClient } from './session-client.ts';
export type { ArtifactDownload, DecideOptions, SpaceClient } from './space-client.ts';
export type { ToolHandler, ToolHandlers, ToolRun } from './tool-runner.ts';
export type { CallInput, ClientOptions } from './transport.ts';
export type {
  AnthropicMessage,
  AnthropicWindow,
  DeepSeekMessage,
  DeepSeekWindow,
  OpenAiMessage,
  OpenAiWindow,
  ResponsesItem,
  ResponsesWindow,
} from './vendor-messages.ts';
export type { Window, WindowFormat, WindowRequest } from './window-formats.ts';
export type { ErrorCode, RouteId } from './wire/wire-routes.ts';
