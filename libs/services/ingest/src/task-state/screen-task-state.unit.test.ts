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

it('changes nothing of a task state where it only marks or is off', () => {
  expect(screenTaskState(FIELDS, { redaction: 'mark' })).toEqual({
    fields: FIELDS,
    redactions: [{ rule: 'github_token', count: 4, action: 'mark' }],
  });
  expect(screenTaskState(FIELDS, {})).toEqual({ fields: FIELDS, redactions: [] });
});
