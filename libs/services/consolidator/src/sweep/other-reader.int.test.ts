import type { StatedFact } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { PLACE, PLAIN_READER, serveConsolidating } from '../../testing/serve-consolidating.ts';
import { RULE_READER, type FactReader } from '../consolidator-deps.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

/** Reads who says it, too, in front of what he says. */
const withSpeaker = (facts: readonly StatedFact[], text: string): readonly StatedFact[] => {
  const [, name] = /^By (\w+), /.exec(text) ?? [];
  if (name === undefined) return facts;
  const by: StatedFact = { label: 'project', subject: 'project', attribute: 'boss', value: name, kind: 'value', from: 0, to: 9 };
  return [by, ...facts.map((fact) => ({ ...fact, from: 10 }))];
};

it('a value that an earlier version of the reader found elsewhere in its sentence is replaced by a later one', async () => {
  let version = 1;
  const reader: FactReader = {
    ...PLAIN_READER,
    read: (source) => (version === 1 ? PLAIN_READER.read(source) : withSpeaker(PLAIN_READER.read(source), source.text)),
    compare: (earlier, later) => (earlier.attribute === later.attribute ? PLAIN_READER.compare(earlier, later) : 'beside'),
  };
  const service = await serveConsolidating(tokens, {}, reader);
  await service.say('run-1', 'By Irina, the port is 4100.');
  await service.consolidator().consolidate(PLACE);
  version = 2;
  await service.restart();
  await service.say('run-2', 'the port is 4200.');
  await service.consolidator().consolidate(PLACE);
  expect(await service.current()).toEqual(['the port is 4200.']);
  await service.stop();
});

it('a fact that an earlier version of the reader read and this one does not is replaced by what is said of its thing later', async () => {
  let reads = (_text: string): boolean => true;
  const reader: FactReader = { ...RULE_READER, read: (source) => (reads(source.text) ? RULE_READER.read(source) : []), at: undefined };
  const service = await serveConsolidating(tokens, {}, reader);
  const hear = async (session: string, day: number, text: string): Promise<void> => {
    await service.say(session, { kind: 'user_message', text, occurredAt: Date.UTC(2026, 4, day) });
    await service.consolidator().consolidate(PLACE);
  };
  await hear('a', 5, 'I live in Oslo.');
  reads = (text) => !text.includes('Oslo');
  await service.restart();
  await hear('b', 4, 'I live in Turin.');
  expect((await service.current()).toSorted()).toEqual(['I live in Oslo.', 'I live in Turin.']);
  await hear('c', 6, 'I live in Bergen.');
  expect(await service.current()).toEqual(['I live in Bergen.']);
  await service.stop();
});
