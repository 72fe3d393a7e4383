import { describe, expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const chatter = Array.from({ length: 30 }, (_, i): Written => ({
  kind: i % 2 === 0 ? 'user_message' : 'agent_message',
  text: `Note ${i}: the weather in harbour ${i % 7} was mild and the boats number ${i * 3} left early.`,
}));

describe('words that only make a sentence', () => {
  it.each([
    ['Mi contraseña del wifi de la oficina es ballena-azul-77.', '¿Cuál es la contraseña del wifi?', '¿Cuándo es la boda de mi prima?'],
    [
      'Der Zahnarzttermin ist um 14:30 Uhr in der Lindenstraße 12.',
      'Wann ist der Zahnarzttermin?',
      'Wo ist der Ring, den ich in der Bahn verloren habe?',
    ],
    ['来週の会議は大阪支社で午後三時からです。', '会議はどこでありますか', '指輪はどこでなくしたのですか'],
  ])('of another language are no answer by themselves: %s', async (said, asked, elsewhere) => {
    const memory = createMemoryRetriever();
    const [id] = await memory.append([{ kind: 'user_message', text: said }]);
    await memory.append(chatter);
    await memory.project();
    const recall = (query: string) => memory.retriever.recall({ tenant: 'acme', space: 'main', queries: [query] });
    expect((await recall(asked)).hits[0]!.eventId).toBe(id);
    expect(await recall(elsewhere)).toMatchObject({ outcome: 'nothing_found' });
  });
});
