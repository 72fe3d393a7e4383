import type { NewEvent, RecallReceipt } from '@total-recall/domain';
import { hashHex } from '@total-recall/runtime';

const WRAPPER = /^\s*<recalled id="([A-Za-z0-9.]{1,128})"/;
const EVIDENCE = /^<event id="([0-7][0-9A-HJKMNP-TV-Z]{25})"/gm;
const MAX_EVIDENCE = 500;

/**
 * The receipt of an event that holds what `recall` returned: the one its caller gave, or, where it gave none, one read from the wrapper,
 * if the retrieval id in it was signed by us. So an agent that just appends the text is guarded too. Source: E11.
 */
export function recallReceiptOf(
  event: Pick<NewEvent, 'kind' | 'text' | 'recall'>,
  isOurs: ((retrievalId: string) => boolean) | undefined,
): RecallReceipt | undefined {
  if (event.recall || isOurs === undefined || event.kind !== 'tool_result' || event.text === undefined) return event.recall;
  const retrievalId = WRAPPER.exec(event.text)?.[1];
  if (retrievalId === undefined || !isOurs(retrievalId)) return undefined;
  const ids = new Set([...event.text.matchAll(EVIDENCE)].map((match) => match[1]!));
  return { retrievalId, evidence: [...ids].slice(0, MAX_EVIDENCE).map((eventId) => ({ eventId })), renderingHash: hashHex(event.text) };
}
