import { createClient, TotalRecallApiError, type Client, type SpaceClient } from '@total-recall/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiUnderTest } from './api-spec.ts';

const NO_EVENT = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const SEARCHABLE = { wait: 'searchable' } as const;

/** Describes what planners and executors may rely on, over any transport. */
export function describeDelegation(name: string, open: () => Promise<ApiUnderTest>): void {
  describe(`a run of planner and executors, ${name}`, () => {
    let service: ApiUnderTest | undefined;
    let client: Client;
    let spaces = 0;

    beforeAll(async () => {
      service = await open();
      client = createClient(service);
    });
    afterAll(() => service?.close());

    const say = async (space: SpaceClient, session: string, text: string): Promise<string> =>
      (await space.session(session).append([{ kind: 'agent_message', text }], SEARCHABLE)).events[0]!.id;
    /** A space with a session that nobody delegated to, and a planner that wrote two events. */
    async function planned() {
      const space = client.space(`run-${(spaces += 1)}`);
      await say(space, 'elsewhere', 'The old harbour wall was built of granite.');
      const goal = await say(space, 'plan', 'The harbour must open in May.');
      await say(space, 'plan', 'The harbour budget is nine thousand.');
      return { space, plan: space.session('plan'), goal };
    }
    const refusalOf = (act: Promise<unknown>) =>
      act.then(
        () => 'done',
        (error: unknown) => (error instanceof TotalRecallApiError ? error.code : String(error)),
      );
    const sessionsIn = async (space: SpaceClient, session: string) =>
      new Set((await space.session(session).recall('harbour')).hits.map((hit) => hit.session));

    it('hands over, works, reports and is read by the planner', async () => {
      const { space, plan, goal } = await planned();
      const packet = {
        subtaskId: 'survey',
        objective: 'Survey the harbour wall.',
        constraints: ['Do not dive alone.'],
        acceptanceCriteria: ['Each crack is named.'],
        keyEventRefs: ['e1'],
        planNodeRef: 'step 1',
      };
      const handed = await plan.delegate(packet);
      expect(handed.session).toBe('plan.survey');
      expect(await plan.delegate(packet)).toMatchObject({ eventId: handed.eventId, session: handed.session });
      expect(await refusalOf(plan.delegate({ ...packet, objective: 'Paint it.' }))).toBe('idempotency_key_reused');
      expect(await refusalOf(plan.delegate({ ...packet, subtaskId: 'other', session: 'elsewhere' }))).toBe('session_in_use');
      expect(await refusalOf(plan.delegate({ ...packet, subtaskId: 'other', session: 'remembered' }))).toBe('session_in_use');

      const executor = space.session(handed.session);
      const { parent } = await executor.get();
      expect(parent).toMatchObject({ session: 'plan', delegation: { run: 'plan', level: 1, recallAccess: 'space', keyEvents: [goal] } });
      const window = JSON.stringify(await executor.window());
      expect(window).toContain('Survey the harbour wall.');
      expect(window).toContain('Each crack is named.');
      expect(window).toContain('Do not dive alone.');
      expect(window).toContain('plan/e1');
      expect((await executor.open('plan/e1')).text).toContain('open in May');

      const crack = await say(space, handed.session, 'Crack at pier 4, two fingers wide.');
      const kept = await executor.report({
        status: 'done',
        summary: 'One crack.',
        keyFindings: [{ text: 'Pier 4 is cracked.', provenance: ['e3', 'plan/e1'] }],
      });
      expect(kept.session).toBe('plan');
      const { delegations } = await plan.delegations();
      expect(delegations).toMatchObject([
        {
          ...packet,
          keyEventRefs: [goal],
          status: 'done',
          reports: [{ eventId: kept.receivedAs, summary: 'One crack.', keyFindings: [{ provenance: [crack, goal] }] }],
        },
      ]);
      const told = await space.event(kept.receivedAs);
      expect(told.body!.text).toContain('Pier 4 is cracked. (plan.survey/e3, plan/e1)');
      expect(told.body!.meta.provenance).toEqual([crack, goal, kept.eventId]);
    });

    it('refuses a finding whose evidence is not of its run, and stores nothing then', async () => {
      const { space, plan } = await planned();
      const { session } = await plan.delegate({ subtaskId: 'survey', objective: 'Survey the wall.', recallAccess: 'run' });
      const executor = space.session(session);
      const reportOn = (...provenance: string[]) =>
        executor.report({ status: 'done', summary: 'Seen.', keyFindings: [{ text: 'It is granite.', provenance }] });
      const error = await reportOn('e1', 'elsewhere/e1', NO_EVENT, 'plan/e1').catch((reason: unknown) => reason as TotalRecallApiError);
      expect(error).toMatchObject({
        code: 'finding_unproven',
        details: {
          unproven: [
            { finding: 0, ref: 'elsewhere/e1', reason: 'other_run' },
            { finding: 0, ref: NO_EVENT, reason: 'unknown' },
            { finding: 0, ref: 'plan/e1', reason: 'other_run' },
          ],
        },
      });
      const artifactIds = [`art_${'0'.repeat(32)}`];
      expect(await refusalOf(executor.report({ status: 'done', summary: 'Seen.', keyFindings: [], artifactIds }))).toBe('not_found');
      expect((await plan.delegations()).delegations[0]!.status).toBe('open');
      expect(await refusalOf(plan.report({ status: 'done', summary: 'x', keyFindings: [] }))).toBe('not_found');
      expect((await reportOn('e1')).session).toBe('plan');
    });

    it('lets a session recall and open within its grant, at every level', async () => {
      const { space, plan } = await planned();
      const run = await plan.delegate({ subtaskId: 'survey', objective: 'Survey the harbour.', recallAccess: 'run' });
      const nothing = await plan.delegate({
        subtaskId: 'count',
        objective: 'Count harbour boats.',
        recallAccess: 'none',
        keyEventRefs: ['e1'],
      });
      const survey = space.session(run.session);
      expect(await refusalOf(survey.delegate({ subtaskId: 'wide', objective: 'All.', recallAccess: 'space' }))).toBe('recall_not_granted');
      const below = await survey.delegate({ subtaskId: 'dive', objective: 'Dive in the harbour.', recallAccess: 'run' });
      await say(space, below.session, 'The harbour floor is sand.');

      const everywhere = ['elsewhere', 'plan', run.session, nothing.session, below.session];
      expect(await sessionsIn(space, 'plan')).toEqual(new Set(everywhere));
      for (const session of [run.session, below.session]) expect(await sessionsIn(space, session)).toEqual(new Set(everywhere.slice(1)));
      expect(await refusalOf(survey.open('elsewhere/e1'))).toBe('recall_not_granted');
      expect(await refusalOf(survey.open(`${below.session}/e2`))).toBe('done');

      const counter = space.session(nothing.session);
      expect(await sessionsIn(space, nothing.session)).toEqual(new Set([nothing.session]));
      expect(await refusalOf(counter.open('plan/e2'))).toBe('recall_not_granted');
      expect((await counter.open('plan/e1')).text).toContain('open in May');
      expect(JSON.stringify(await counter.window())).toContain('Count harbour boats.');

      const depth = (await space.session(below.session).get()).parent;
      expect(depth).toMatchObject({ session: run.session, delegation: { run: 'plan', level: 2 } });
      const sand = (provenance: string) => ({
        status: 'done' as const,
        summary: 'Sand.',
        keyFindings: [{ text: 'Sand.', provenance: [provenance] }],
      });
      expect((await space.session(below.session).report(sand('e2'))).session).toBe(run.session);
      // The level above reports on what the level below saw.
      expect((await survey.report(sand(`${below.session}/e2`))).session).toBe('plan');
    });
  });
}
