import { expect, it, vi } from 'vitest';
import { readMessages } from '../conversation/read-conversation.ts';
import { CHAT_DIALECT } from '../dialects/chat-dialect.ts';
import { MESSAGES_DIALECT } from '../dialects/messages-dialect.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { createExchanges } from './exchanges.ts';

const OF = { holder: 'one', talk: 'talk' };

it('forgets the oldest exchange also where the most of it is what was recalled', () => {
  const exchanges = createExchanges();
  const recalled = 'x'.repeat(PROXY_LIMITS.exchangeChars / 2);
  const [answered, asked] = ['{"role":"assistant","content":"It is 42."}', '{"role":"user","content":"And?"}'];
  const talks = ['first', 'second', 'third'].map((text) =>
    readMessages(MESSAGES_DIALECT, [`{"role":"user","content":"${text}"}`, answered!, asked!], ''),
  );
  for (const [, answer] of talks)
    exchanges.keep(OF, [answer!], { messages: ['{"role":"assistant","content":"Hm."}'], results: [{ content: recalled }] }, true);
  expect(talks.map((messages) => exchanges.putBack('talk', messages)[1]!.includes('Hm.'))).toEqual([false, false, true]);
});

it('keeps those of a holder, however much others recall', () => {
  const exchanges = createExchanges();
  const talk = (text: string) =>
    readMessages(MESSAGES_DIALECT, [`{"role":"user","content":"${text}"}`, '{"role":"assistant","content":"It is 42."}'], '');
  const mine = talk('mine');
  const said = { messages: ['{"role":"assistant","content":"Hm."}'], results: [] };
  exchanges.keep({ holder: 'one', talk: 'mine' }, mine.slice(1), said, true);
  const recalled = 'x'.repeat(PROXY_LIMITS.exchangeChars / 3);
  for (let at = 0; at < 9; at++)
    exchanges.keep({ holder: 'two', talk: 'theirs' }, talk(`theirs ${at}`).slice(1), { ...said, results: [{ content: recalled }] }, true);
  expect(exchanges.putBack('mine', mine).at(-1)).toContain('Hm.');
});

it('forgets all when something is erased', () => {
  const exchanges = createExchanges();
  const messages = readMessages(MESSAGES_DIALECT, ['{"role":"user","content":"Ah."}', '{"role":"assistant","content":"It is 42."}'], '');
  exchanges.keep(OF, messages.slice(1), { messages: ['{"role":"assistant","content":"Hm."}'], results: [] }, true);
  expect(exchanges.putBack('talk', messages).at(-1)).toContain('Hm.');
  exchanges.forget();
  expect(exchanges.putBack('talk', messages)).toEqual(messages.map(({ raw }) => raw));
});

it('of two notes that overlap the later one stands, and none leaves a call without its result', () => {
  const exchanges = createExchanges();
  const raws = ['Ah.', 'One.', 'Two.'].map((content, at) => JSON.stringify({ role: at === 0 ? 'user' : 'assistant', content }));
  const messages = readMessages(CHAT_DIALECT, raws, '');
  const recall = { id: 'r', type: 'function', function: { name: 'recall', arguments: '{}' } };
  const found = { role: 'tool', tool_call_id: 'r', content: 'Found.' };
  const texts = (...all: readonly object[]) => all.map((one) => JSON.stringify(one));
  const first = texts({ role: 'assistant', content: 'One.', tool_calls: [recall] }, found);
  const second = texts({ role: 'assistant', content: 'One. Two.' });
  const note = { results: [], quotes: true };
  exchanges.restore(OF, { chain: messages[1]!.chain, exchange: { ...note, messages: first, length: 1 } }, CHAT_DIALECT);
  exchanges.restore(OF, { chain: messages[2]!.chain, exchange: { ...note, messages: second, length: 2 } }, CHAT_DIALECT);
  expect(exchanges.putBack('talk', messages)).toEqual([raws[0], ...second]);
});

it('asks once for the names of tools, however many notes are compared, and not where none is', () => {
  const exchanges = createExchanges();
  const raws = Array.from({ length: 6 }, (_, at) => JSON.stringify({ role: at % 2 === 0 ? 'user' : 'assistant', content: `Text ${at}.` }));
  const messages = readMessages(CHAT_DIALECT, raws, '');
  const taken = vi.fn<() => ReadonlySet<unknown>>(() => new Set());
  exchanges.putBack('talk', messages, true, taken);
  expect(taken).not.toHaveBeenCalled();
  for (const at of [1, 3, 5]) {
    const exchange = { messages: [raws[at]!], results: [], quotes: true, length: 1 };
    exchanges.restore(OF, { chain: messages[at]!.chain, exchange }, CHAT_DIALECT);
  }
  expect(exchanges.putBack('talk', messages, true, taken)).toEqual(raws);
  expect(taken).toHaveBeenCalledOnce();
});

it('results stand in a message of the user alone', () => {
  const exchanges = createExchanges();
  const raws = ['Ah.', 'One.', 'Two.'].map((content, at) => JSON.stringify({ role: at === 0 ? 'user' : 'assistant', content }));
  const messages = readMessages(MESSAGES_DIALECT, raws, '');
  const call = { type: 'tool_use', id: 'r', name: 'recall', input: {} };
  const said = JSON.stringify({ role: 'assistant', content: [{ type: 'text', text: 'One.' }, call] });
  const results = [{ type: 'tool_result', tool_use_id: 'r', content: 'Found.' }];
  const exchange = { messages: [said], results, length: 1, quotes: true };
  exchanges.restore(OF, { chain: messages[1]!.chain, exchange }, MESSAGES_DIALECT);
  expect(exchanges.putBack('talk', messages)).toEqual(raws);
  const asked = JSON.stringify({ role: 'user', content: 'And?' });
  expect(exchanges.putBack('talk', messages.slice(0, 2))).toEqual(raws.slice(0, 2));
  const before = readMessages(MESSAGES_DIALECT, [...raws.slice(0, 2), asked], '');
  exchanges.restore(OF, { chain: before[1]!.chain, exchange }, MESSAGES_DIALECT);
  expect(exchanges.putBack('talk', before).join()).toContain('Found.');
});
