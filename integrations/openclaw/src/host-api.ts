/** Interface that OpenClaw gives to plug-ins, as far as it is used here. Source: the types of its package, 2026.9.6. */
export interface HostApi {
  readonly pluginConfig?: Readonly<Record<string, unknown>>;
  readonly logger: { info(message: string): void; warn(message: string): void };
  on<K extends keyof HostHooks>(name: K, handler: HostHooks[K], options?: { readonly timeoutMs?: number }): void;
  registerTool(factory: (context: HostContext) => HostTool | null, options: { readonly name: string }): void;
}

/** Run that a hook or a tool is called for. The id of a session names the transcript, its key the conversation. */
export interface HostContext {
  readonly sessionId?: string;
  readonly sessionKey?: string;
  readonly agentId?: string;
  readonly trigger?: string;
}

export interface HostTool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly parameters: object;
  execute(callId: string, args: unknown): Promise<{ content: { type: 'text'; text: string }[]; details: object }>;
}

/** A message as transcripts hold it. */
export interface HostMessage {
  readonly role: string;
  readonly content?: unknown;
  /** Milliseconds since 1970. */
  readonly timestamp?: number;
  /** Origin of a message in the role of the user; absent for most of a person. */
  readonly provenance?: { readonly kind?: string };
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly isError?: boolean;
}

/** Texts that a plug-in adds to the request of one turn. None of them stays in the transcript. */
export interface Additions {
  /** In front of the prompt. */
  readonly prependContext?: string;
  /** Behind the system prompt, where providers cache what does not change. */
  readonly appendSystemContext?: string;
}

/** Hooks that are used here, with what each is told. A prompt waits for what `before_prompt_build` returns. */
export interface HostHooks {
  before_prompt_build(
    event: { readonly prompt: string; readonly currentUserMessage?: string; readonly messages: readonly unknown[] },
    context: HostContext,
  ): Promise<Additions | undefined>;
  /** Called in the midst of a write: it must not wait. */
  before_message_write(event: { readonly message: unknown }, context: HostContext): void;
  agent_end(event: object, context: HostContext): Promise<void>;
  before_compaction(event: { readonly messages?: readonly unknown[] }, context: HostContext): Promise<void>;
  after_compaction(event: { readonly previousSessionId?: string }, context: HostContext): void;
  subagent_spawned(event: { readonly childSessionKey: string }, context: { readonly requesterSessionKey?: string }): void;
}
