import { expect, it } from 'vitest';
import { readOpenedArtifact, renderOpened } from './render-opened.ts';

const ID = `art_${'0a'.repeat(16)}`;
const OTHER = `art_${'0b'.repeat(16)}`;
const part = { retrievalId: 'R1.0a1b2c', fromByte: 0, toByte: 9, totalBytes: 9, fromLine: 1, toLine: 1, totalLines: 1, complete: true };
const frame = { ordinal: 3, about: 'result of read' };

it('the rendering of an artifact names it, and no text within a rendering does', () => {
  const text = `<artifact id="${OTHER}">`;
  const artifact = renderOpened({ ...part, ref: ID, artifactId: ID, text }, frame);
  expect(readOpenedArtifact(artifact)).toBe(ID);
  expect(readOpenedArtifact(artifact.replaceAll('\n', '\r\n'))).toBe(ID);
  const event = { eventId: '01JZX3T5S8Q4R7V2M6K9P0W1YB', session: 's', turn: 1, kind: 'tool_result', occurredAt: 0 } as const;
  expect(readOpenedArtifact(renderOpened({ ...part, ...event, ref: 's/e3', text }, frame))).toBeUndefined();
  expect(readOpenedArtifact(`Look: ${artifact}`)).toBeUndefined();
});
