export { readMessages } from './conversation/read-conversation.ts';
export { CHAT_DIALECT } from './dialects/chat-dialect.ts';
export { MESSAGES_DIALECT } from './dialects/messages-dialect.ts';
export { callPolicy } from './window/call-policy.ts';
export { createPartCounter } from './window/count-parts.ts';
export { createWindowPlanner } from './window/plan-window.ts';
