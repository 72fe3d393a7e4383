import type * as Domain from '@total-recall/domain';
import { UPDATE_TASK_STATE_TOOL } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { anatomy } from './anatomy/anatomy.ts';
import type { compactionRecord } from './compaction/compaction.ts';
import type { manifest, marker } from './compaction/marker.ts';
import { newEvent } from './event/new-event.ts';
import type { eventBody, storedMetadata } from './event/event-view.ts';
import type { sessionPolicy } from './policy/policy.ts';
import { policySettings } from './policy/policy.ts';
import type { recallAnswer, retrievalRecord } from './recall/recall.ts';
import { recallScope } from './recall/recall.ts';
import type { taskState } from './task-state/task-state.ts';
import { taskStateFields } from './task-state/task-state.ts';
import type { assembledWindow } from './window/window.ts';
import { callerBlocks } from './window/window.ts';
import { time, timeIn } from './wire/time.ts';

type Mutable<T> = T extends readonly (infer U)[] ? Mutable<U>[] : T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;
/** True where the schema covers the domain's type completely. Anything else does not compile. */
type Carries<S extends z.ZodType, T> =
  Mutable<T> extends z.output<S> ? (keyof (T extends unknown ? T : never) extends keyof z.output<S> ? true : false) : false;

describe('schemas and the domain', () => {
  it('carry every field of what the service answers', () => {
    const answers: [
      Carries<typeof anatomy, Domain.Anatomy>,
      Carries<typeof marker, Domain.Marker>,
      Carries<typeof manifest, Domain.Manifest>,
      Carries<typeof compactionRecord, Domain.CompactionRecord>,
      Carries<typeof eventBody, Domain.EventBody>,
      Carries<typeof storedMetadata, Domain.EventMetadata>,
      Carries<typeof taskState, Domain.TaskState>,
      Carries<typeof sessionPolicy, Domain.SessionPolicy>,
      Carries<typeof recallAnswer, Domain.RecallAnswer>,
      Carries<typeof retrievalRecord, Domain.RetrievalRecord>,
      Carries<typeof assembledWindow, Domain.AssembledWindow>,
    ] = [true, true, true, true, true, true, true, true, true, true, true];
    expect(answers).not.toContain(false);
  });

  it('are told whole to the model that keeps a task state', () => {
    const { properties, required } = UPDATE_TASK_STATE_TOOL.parameters;
    expect(Object.keys(properties).sort()).toEqual(['expectedVersion', ...Object.keys(taskStateFields.shape)].sort());
    expect(Object.keys(properties.filters.properties)).toEqual(Object.keys(taskStateFields.shape.filters.unwrap().shape));
    expect(required).toEqual(['expectedVersion']);
  });

  it('take every field a caller may set', () => {
    const all = <T>(keys: Record<keyof T & string, true>) => Object.keys(keys).sort();
    const keysOf = (schema: z.ZodObject) => Object.keys(schema.shape).sort();
    expect(keysOf(policySettings)).toEqual(
      all<Required<Domain.PolicySettings>>({
        windowTokens: true,
        family: true,
        systemTokens: true,
        taskTokens: true,
        tailTokens: true,
        tailTurns: true,
        userTokens: true,
        headroomTokens: true,
        markerCap: true,
        pullTokens: true,
        pullMaxTokens: true,
        pullCalls: true,
        pushTokens: true,
        knowledgeTokens: true,
        outputTokens: true,
        triggerRatio: true,
        targetRatio: true,
        largeResultTokens: true,
        taskStatePlacement: true,
        taskStateStaleTurns: true,
        derivedTaskState: true,
        namesAgents: true,
        taskStateExtensions: true,
        reconciler: true,
        reconcilerBudgetTokens: true,
        forgetting: true,
        chatTemplate: true,
        redaction: true,
        artifactThresholdBytes: true,
        auditReads: true,
        auditDays: true,
        consolidateEvents: true,
        consolidateMinutes: true,
        reflection: true,
        retention: true,
      }),
    );
    expect(keysOf(recallScope)).toEqual(
      all<Required<Domain.RecallScope>>({
        within: true,
        sessions: true,
        kinds: true,
        agents: true,
        taskIds: true,
        fromTime: true,
        toTime: true,
        excludeSensitivity: true,
        redactSensitive: true,
      }),
    );
    expect(keysOf(callerBlocks)).toEqual(
      all<Required<Domain.CallerBlocks>>({ system: true, skills: true, workspaceFiles: true, tools: true, userMessage: true }),
    );
    expect(keysOf(taskStateFields)).toEqual(
      all<Required<Domain.TaskStateFields>>({
        taskId: true,
        goals: true,
        constraints: true,
        openLoops: true,
        nextActions: true,
        keyEvents: true,
        keyArtifacts: true,
        premises: true,
        phase: true,
        filters: true,
        requiresSelfAssessment: true,
        requestHistorical: true,
        milestones: true,
        acceptanceCriteria: true,
        risks: true,
        extensions: true,
      }),
    );
    expect(keysOf(newEvent)).toEqual(
      all<Required<Omit<Domain.NewEvent, 'taskState' | 'delegation' | 'report'>>>({
        kind: true,
        text: true,
        attachments: true,
        call: true,
        isError: true,
        messageId: true,
        thinking: true,
        occurredAt: true,
        sequence: true,
        meta: true,
        recall: true,
        pin: true,
      }),
    );
  });

  it('turn times both ways without losing a millisecond', () => {
    for (const ms of [0, 1, 1_780_000_000_123, 253_402_300_799_999]) {
      expect(z.decode(time, z.encode(time, ms))).toBe(ms);
      expect(timeIn.parse(z.encode(time, ms))).toBe(ms);
      expect(timeIn.parse(ms)).toBe(ms);
    }
  });
});
