import { expect, it } from 'vitest';
import { readMessages } from '../conversation/read-conversation.ts';
import { MESSAGES_DIALECT } from '../dialects/messages-dialect.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { createExchanges } from './exchanges.ts';

const OF = { holder: 'one', talk: 'talk' };

it('forgets the oldest exchange also where the most of it is what was recalled', () => {
  const exchanges = createExchanges();
  const recalled = 'x'.repeat(PROXY_LIMITS.exchangeChars / 2);
  const talks = ['first', 'second', 'third'].map((text) =>
    readMessages(MESSAGES_DIALECT, [`{"role":"user","content":"${text}"}`, '{"role":"assistant","content":"It is 42."}'], ''),
  );
  for (const [, answer] of talks)
    exchanges.keep(OF, [answer!], { messages: ['{"role":"assistant","content":"Hm."}'], results: [{ content: recalled }] }, true);
  expect(talks.map((messages) => exchanges.putBack('talk', messages).at(-1)!.includes('Hm.'))).toEqual([false, false, true]);
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
