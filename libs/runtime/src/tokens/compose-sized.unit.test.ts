import { applyCompaction, composeCompaction, planCompaction, sketchEvents, type EventBody } from '@total-recall/domain';
import { countRoughly, driveSession, fitRoughly, makeRecords, policyOf } from '@total-recall/domain/testing';
import { expect, it } from 'vitest';
import { composeSized } from './compose-sized.ts';

const WIDE = policyOf({ windowTokens: 1_000_000 });
const LONG = Array.from({ length: 120 }, (_, at) => `Berth ${at} of the quay: ${at * 7919} crates, crane ${at % 7}.`).join('\n');

/** Ten turns of a request, a note and a long answer, which a compaction may show in part. */
const records = makeRecords(
  Array.from({ length: 10 }, (_, at) => [
    { kind: 'user_message' as const, text: `Please count quay ${at}.` },
    { kind: 'agent_message' as const, text: `Let me see quay ${at}.` },
    { kind: 'agent_message' as const, text: `Quay ${at}.\n${LONG}`, size: countRoughly(LONG) },
  ]).flat(),
).map(({ envelope, ...record }) => {
  const { whole } = envelope.tokens;
  return { ...record, envelope: { ...envelope, tokens: { whole, stripped: whole, preview: Math.min(whole, 300) } } };
});
const { state, contents } = driveSession(records, WIDE);
const bodies = new Map([...contents].map(([id, { body }]) => [id, body as EventBody]));

it('an entry that is put back shows its head and names its event, in no more tokens than its standard preview', async () => {
  let putBack = 0;
  for (let targetTokens = 2_000; targetTokens < 14_000; targetTokens += 150) {
    const marks = { folded: state.offset, searchable: state.offset };
    const plan = planCompaction({ state, policy: WIDE, marks, trigger: 'demand', targetTokens });
    if (plan.kind === 'stopped') continue;
    const input = { plan, state, policy: WIDE, sketches: sketchEvents(plan.evicted, bodies), eventId: 'C1', countTokens: countRoughly };
    const before = composeCompaction({ ...input, cuts: fitRoughly(plan.forms, state, contents) })!;
    const standard = before.shrunk.filter(({ to, cut }) => to === 'preview' && cut === undefined).map(({ id }) => id);
    const record = (await composeSized(input, {
      contentsOf: () => contents,
      count: (texts) => Promise.resolve(texts.map(countRoughly)),
    }))!;
    putBack += standard.length;
    expect(record.tokensAfter).toBeLessThanOrEqual(before.tokensAfter);
    const after = new Map(applyCompaction(state, record)!.entries.map((entry) => [entry.id, entry]));
    for (const id of standard) {
      const { cut, tokens } = after.get(id)!;
      expect(cut).toMatchObject({ noteVersion: 3, ranges: [{ from: 0 }, {}] });
      expect(cut!.tokens).toBeLessThanOrEqual(tokens.preview);
    }
  }
  expect(putBack).toBeGreaterThan(3);
});

it('an entry that is spared by what the cuts of others save is cut as well', async () => {
  const marks = { folded: state.offset, searchable: state.offset };
  let mostReads = 0;
  for (let targetTokens = 4_860; targetTokens <= 4_940; targetTokens += 20) {
    const plan = planCompaction({ state, policy: WIDE, marks, trigger: 'demand', targetTokens });
    if (plan.kind === 'stopped') throw new Error('There is nothing to compact.');
    const input = { plan, state, policy: WIDE, sketches: sketchEvents(plan.evicted, bodies), eventId: 'C1', countTokens: countRoughly };
    let reads = 0;
    const record = await composeSized(input, {
      contentsOf: () => ((reads += 1), contents),
      count: (texts) => Promise.resolve(texts.map(countRoughly)),
    });
    expect(record!.shrunk.filter(({ to, cut }) => to === 'preview' && cut === undefined)).toEqual([]);
    mostReads = Math.max(mostReads, reads);
  }
  // The plan's own previews, what was put back, and what these spared besides.
  expect(mostReads).toBe(3);
});
