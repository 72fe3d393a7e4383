import { describe, expect, it } from 'vitest';
import type { EventBody } from '../event/event-body.ts';
import { restOfEvent } from './rest-of-event.ts';

const WHOLE: Required<Pick<EventBody, 'call' | 'messageId' | 'origin' | 'recall' | 'pin' | 'taskState'>> & EventBody = {
  text: 'the secret berth',
  artifacts: [
    { id: 'art_1', role: 'content', mime: 'text/plain', sizeBytes: 9, sha256: 'f', createdAt: 1, preview: 'secret', previewKind: 'text' },
  ],
  call: { id: 'c1', name: 'bash', arguments: '{"cmd":"secret"}' },
  isError: true,
  messageId: 'msg-1',
  thinking: { signature: 'secret' },
  meta: {
    taskId: 'harbour',
    agent: 'pilot',
    tags: ['secret'],
    sensitivity: ['secret'],
    supersedes: ['e0'],
    provenance: ['e9'],
    pinned: true,
    subject: 'secret',
    parent: { session: 'run-0' },
    extra: { note: 'secret' },
  },
  origin: { source: 'cli', sequence: 4, fingerprint: 'hash of the secret' },
  recall: { retrievalId: 'r1', evidence: [{ eventId: 'e5' }], renderingHash: 'hash of the secret', within: [{ from: 0, to: 4 }] },
  taskState: {
    version: 2,
    premiseVersion: 1,
    taskId: 'harbour',
    phase: 'plan',
    keyEvents: ['e3'],
    goals: ['secret'],
    premises: { a: 'secret' },
  },
  pin: { eventIds: ['e4'], pinned: false },
  redactions: [{ rule: 'secret', count: 1, action: 'mask' }],
};

describe('the rest of an erased event', () => {
  it('holds what the fold of its session needs', () => {
    expect(restOfEvent(WHOLE)).toEqual({
      isErased: true,
      text: '',
      call: { id: 'c1', name: 'bash' },
      isError: true,
      messageId: 'msg-1',
      meta: { taskId: 'harbour', pinned: true, supersedes: ['e0'], parent: { session: 'run-0' } },
      origin: { source: 'cli', sequence: 4 },
      recall: { retrievalId: 'r1', evidence: [{ eventId: 'e5' }], renderingHash: '', within: [{ from: 0, to: 4 }] },
      pin: { eventIds: ['e4'], pinned: false },
      taskState: { version: 2, premiseVersion: 1, taskId: 'harbour', phase: 'plan', keyEvents: ['e3'] },
    });
  });

  it('holds no word that the event said', () => {
    expect(JSON.stringify(restOfEvent(WHOLE))).not.toContain('secret');
  });

  it('adds nothing to an event that had nothing of it', () => {
    expect(restOfEvent({ text: 'secret', meta: {} })).toEqual({ isErased: true, text: '', meta: {} });
    expect(restOfEvent({ text: '', meta: { pinned: false }, taskState: { version: 1, premiseVersion: 0 } })).toEqual({
      isErased: true,
      text: '',
      meta: { pinned: false },
      taskState: { version: 1, premiseVersion: 0 },
    });
  });
});
