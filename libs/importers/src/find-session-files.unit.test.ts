import { expect, it } from 'vitest';
import { findSessionFiles } from './find-session-files.ts';

it('finds sessions, each before its subagents, and nothing else', () => {
  const paths = [
    'b/s2/subagents/agent-1.jsonl',
    'b/s2.jsonl',
    'package.json',
    'b/LICENSE',
    'a/run.traj.json',
    'node_modules/x/data.json',
    'sessions.json',
    'b\\s1.ndjson',
    'b/s1.meta.json',
  ];
  expect(findSessionFiles(paths.map((path) => ({ path }))).map((entry) => entry.path)).toEqual([
    'a/run.traj.json',
    'b\\s1.ndjson',
    'b/s2.jsonl',
    'b/s2/subagents/agent-1.jsonl',
  ]);
});
