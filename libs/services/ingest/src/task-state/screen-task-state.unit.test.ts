import type { TaskStateFields } from '@total-recall/domain';
import { expect, it } from 'vitest';
import { screenTaskState } from './screen-task-state.ts';

const SECRET = ['ghp_', 'a1'.repeat(18)].join('');
const FIELDS: TaskStateFields = {
  goals: [`push with ${SECRET}`],
  constraints: [{ text: `never show ${SECRET}`, eventIds: ['01ARZ3NDEKTSV4RRFFQ69G5FAV'] }],
  premises: { token: SECRET, region: 'eu' },
  keyEvents: ['01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  requestHistorical: true,
  extensions: { release: { notes: [{ by: SECRET, at: 3 }] } },
};

it('masks every text of a task state and leaves the rest of it as it was', () => {
  const { fields, redactions } = screenTaskState(FIELDS, { redaction: 'mask' });
  expect(redactions).toEqual([{ rule: 'github_token', count: 4, action: 'mask' }]);
  expect(fields).toEqual(JSON.parse(JSON.stringify(FIELDS).replaceAll(SECRET, '[redacted:github_token]')));
});

it('keeps the names of the task and of agents, which are compared with those of events', () => {
  const named = { taskId: 'ask:ann@example.org', filters: { agents: ['ann@example.org', 'bob@example.org'] } };
  const { fields } = screenTaskState({ ...named, goals: ['Write to ann@example.org'] }, { redaction: 'mask' });
  expect(fields).toEqual({ ...named, goals: ['Write to [redacted:email]'] });
});

it('changes nothing of a task state where it only marks or is off', () => {
  expect(screenTaskState(FIELDS, { redaction: 'mark' })).toEqual({
    fields: FIELDS,
    redactions: [{ rule: 'github_token', count: 4, action: 'mark' }],
  });
  expect(screenTaskState(FIELDS, {})).toEqual({ fields: FIELDS, redactions: [] });
});
