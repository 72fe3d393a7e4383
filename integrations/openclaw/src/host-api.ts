/** Interface that OpenClaw gives to plug-ins, as far as it is used here. Source: the types of its package, 2026.9.6. */
export interface HostApi {
  readonly pluginConfig?: Readonly<Record<string, unknown>>;
  readonly logger: { info(message: string): void; warn(message: string): void };
  on<K extends keyof HostHooks>(name: K, handler: HostHooks[K], options?: { readonly timeoutMs?: number }): void;
  registerContextEngine(id: string, factory: () => HostEngine): void;
  registerTool(factory: (context: HostContext) => HostTool | null, options: { readonly name: string }): void;
}

/** An engine that decides what the model sees of a session. The host takes one that throws out of use. */
export interface HostEngine {
  readonly info: {
    readonly id: string;
    readonly name: string;
    /** True to turn the host's own compaction off. */
    readonly ownsCompaction: boolean;
    /** Parameters that the host may add. */
    readonly acceptedHostParams: readonly string[];
    readonly transcriptSemantics: {
      readonly currentTurnFence: 'before-current-turn-entry-v1';
      readonly turnAdvancementIdempotency: 'atomic-idempotent-v1';
    };
  };
  ingest(params: EngineParams): Promise<{ readonly ingested: boolean }>;
  /** Gets the messages before the current turn, which the host puts behind those it is given back. */
  assemble(
    params: EngineParams & { readonly messages: readonly HostMessage[]; readonly tokenBudget?: number },
  ): Promise<{ readonly messages: readonly HostMessage[]; readonly estimatedTokens: number }>;
  /** Asked for by a person, or where a vendor refused a request for its size. */
  compact(params: EngineParams & { readonly tokenBudget?: number; readonly currentTokenCount?: number }): Promise<{
    readonly ok: boolean;
    readonly compacted: boolean;
    readonly reason?: string;
    readonly result?: { readonly tokensBefore: number; readonly tokensAfter: number };
  }>;
  commitTurn(
    params: EngineParams & { readonly advancementKey: string; readonly messages: readonly HostMessage[] },
  ): Promise<{ readonly status: 'committed' | 'duplicate' }>;
}

type EngineParams = Required<Pick<HostContext, 'sessionId'>> & Pick<HostContext, 'sessionKey'>;

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
