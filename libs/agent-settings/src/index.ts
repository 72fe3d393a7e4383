export { AGENTS, DEADLINE_MS, HOOKED_AGENTS, homeOf } from './agents.ts';
export type { Agent, AgentFile, AgentSetup, HookedAgent, Installation } from './agents.ts';
export { applyEdits, linkedTo, readIfThere, showEdit, undoEdits, undoOf } from './edited-files.ts';
export type { Addition, Edit } from './edited-files.ts';
export { readJson5 } from './json5-places.ts';
export { OtherEngineError } from './openclaw-config.ts';
