import { expect, it } from 'vitest';
import { groupHeading } from '../recall/render-evidence.ts';
import { OPEN_TOOL } from './recall-tool.ts';

it('open tells how to name an event below the heading of another session', () => {
  const heading = groupHeading({ session: 'SESSION', occurredAt: 0 }, 'asking').slice(0, '# session SESSION'.length);
  expect(OPEN_TOOL.parameters.properties.ref.description).toContain(`SESSION/e184 for one below "${heading}"`);
});
