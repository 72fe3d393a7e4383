import {
  asksForNames,
  keptToolUses,
  toolUses,
  usedTokens,
  type CompactionRequest,
  type CompactionInput,
  type EventKind,
  type SessionPolicy,
  type SessionState,
} from '@total-recall/domain';
import type { IngestDeps } from '../ingest-deps.ts';

export type NarrowedCompaction = Pick<CompactionInput, 'only' | 'except' | 'targetTokens' | 'leastTokens'>;

/**
 * Translates a demand into planner input: which entries may go, and the target. Returns undefined if the demand's
 * conditions are not met yet. Clearing tool uses without a target takes all that it may. Source: C12.
 */
export async function narrowCompaction(
  deps: Pick<IngestDeps, 'index' | 'sealer'>,
  { trigger, targetTokens, fromTokens, clearToolUses }: CompactionRequest,
  state: SessionState,
  policy: SessionPolicy,
): Promise<NarrowedCompaction | undefined> {
  const used = usedTokens(state, policy);
  if (used < Math.max(fromTokens ?? 0, clearToolUses?.fromTokens ?? 0)) return undefined;
  const target = targetTokens === undefined ? {} : { targetTokens };
  if (trigger !== 'clear_tool_uses') return target;
  if (clearToolUses === undefined) return { ...target, only: new Set<EventKind>(['tool_call', 'tool_result']) };
  if (toolUses(state).length < (clearToolUses.fromToolUses ?? 0)) return undefined;
  const names = asksForNames(clearToolUses) ? await readNames(deps, state) : new Map<string, string>();
  return {
    targetTokens: targetTokens ?? 0,
    // A cleared tool use leaves a stub, whatever a result may take otherwise.
    leastTokens: 0,
    only: new Set<EventKind>(clearToolUses.clearToolInputs ? ['tool_call', 'tool_result'] : ['tool_result']),
    except: keptToolUses(state, clearToolUses, (id) => names.get(id)),
  };
}

async function readNames(deps: Pick<IngestDeps, 'index' | 'sealer'>, state: SessionState): Promise<Map<string, string>> {
  const ids = toolUses(state).map(({ id }) => id);
  const events = await deps.index.events(state.tenant, state.space, ids);
  const opened = await deps.sealer.openAll(events.flatMap((event) => (event ? [event.record] : [])));
  return new Map(
    opened.flatMap(({ envelope, body }) => (typeof body === 'string' || !body.call ? [] : [[envelope.id, body.call.name] as const])),
  );
}
