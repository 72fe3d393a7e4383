import { expect, it } from 'vitest';
import { groupHeading } from '../recall/render-evidence.ts';
import { OPEN_TOOL, RECALL_TOOL } from './recall-tool.ts';

it('open tells how to name an event below the heading of another session', () => {
  const heading = groupHeading({ session: 'SESSION', occurredAt: 0 }, 'asking').slice(0, '# session SESSION'.length);
  expect(OPEN_TOOL.parameters.properties.ref.description).toContain(`SESSION/e184 below "${heading}"`);
});

it('open tells how to read turns that a marker names', () => {
  expect(OPEN_TOOL.parameters.properties.ref.description).toContain('T20-T27');
});

it('recall tells that times are those of UTC, in its answers and in its bounds', () => {
  expect(RECALL_TOOL.description).toContain('times (UTC)');
  expect(RECALL_TOOL.parameters.properties.fromTime.description).toContain('UTC');
});
