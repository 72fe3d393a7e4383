import { expect, it } from 'vitest';
import { readMessages } from '../conversation/read-conversation.ts';
import { MESSAGES_DIALECT } from '../dialects/messages-dialect.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { createExchanges } from './exchanges.ts';

it('forgets the oldest exchange also where the most of it is what was recalled', () => {
  const exchanges = createExchanges();
  const recalled = 'x'.repeat(PROXY_LIMITS.exchangeChars / 2);
  const talks = ['first', 'second', 'third'].map((text) =>
    readMessages(MESSAGES_DIALECT, [`{"role":"user","content":"${text}"}`, '{"role":"assistant","content":"It is 42."}'], ''),
  );
  for (const [, answer] of talks)
    exchanges.keep('talk', [answer!], { messages: ['{"role":"assistant","content":"Hm."}'], results: [{ content: recalled }] });
  expect(talks.map((messages) => exchanges.putBack('talk', messages).at(-1)!.includes('Hm.'))).toEqual([false, false, true]);
});

it('forgets all when something is erased', () => {
  const exchanges = createExchanges();
  const messages = readMessages(MESSAGES_DIALECT, ['{"role":"user","content":"Ah."}', '{"role":"assistant","content":"It is 42."}'], '');
  exchanges.keep('talk', messages.slice(1), { messages: ['{"role":"assistant","content":"Hm."}'], results: [] });
  expect(exchanges.putBack('talk', messages).at(-1)).toContain('Hm.');
  exchanges.forget();
  expect(exchanges.putBack('talk', messages)).toEqual(messages.map(({ raw }) => raw));
});
