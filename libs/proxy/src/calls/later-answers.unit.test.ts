import { expect, it } from 'vitest';
import { readMessages } from '../conversation/read-conversation.ts';
import { CHAT_DIALECT } from '../dialects/chat-dialect.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { createLaterAnswers } from './later-answers.ts';

const LATER = { session: 's', keep: () => undefined };
const messages = readMessages(CHAT_DIALECT, ['{"role":"user","content":"Go on."}'], '');
const call = { owner: 'o', holder: 'h', text: '{"input":"Go on."}', messages };

it('counts a call that says little for the whole conversation that it goes on with', () => {
  const later = createLaterAnswers();
  const raw = 'x'.repeat(PROXY_LIMITS.laterChars / 40);
  const history = Array.from({ length: 15 }, () => ({ ...messages[0]!, raw }));
  for (const id of ['first', 'second', 'third']) later.add({ ...call, messages: history }, id, LATER);
  expect(['first', 'second', 'third'].map((id) => later.isWaiting('o', id))).toEqual([false, true, true]);
});

it('bounds the number of calls too, however short they are', () => {
  const later = createLaterAnswers();
  for (let at = 0; at <= PROXY_LIMITS.laterCalls; at++) later.add(call, String(at), LATER);
  expect([0, 1, PROXY_LIMITS.laterCalls].map((at) => later.isWaiting('o', String(at)))).toEqual([false, true, true]);
});
