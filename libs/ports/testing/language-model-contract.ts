import { describe, expect, it } from 'vitest';
import type { LanguageModel, ModelQuestion } from '../src/language-model.ts';
import { codeOf } from './contract-harness.ts';
import type { AnswerScript } from './scripted-model-endpoint.ts';

export interface LanguageModelHarness {
  /** Opens the model so that it answers by this script. */
  open(script: AnswerScript): Promise<LanguageModel>;
  /** Number of questions that were asked since the model was opened, attempts counted. */
  asked(): number;
}

const QUESTION: ModelQuestion = {
  instructions: 'Name the colour.',
  messages: [{ role: 'user', text: 'The sky.' }],
  answer: {
    name: 'colour',
    schema: { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'], additionalProperties: false },
  },
};

/** Tests the claims of the `LanguageModel` port. */
export function languageModelContract(name: string, harness: LanguageModelHarness): void {
  const isAsked = (times: number): void => expect(harness.asked()).toBe(times);
  describe(`${name}: LanguageModel`, () => {
    it('gives what the model says as JSON text, with what it cost', async () => {
      const model = await harness.open(() => ({ says: { colour: 'blue' } }));
      const answer = await model.ask(QUESTION);
      expect(answer).toMatchObject({ kind: 'answered', usage: { inputTokens: 100, outputTokens: 20 } });
      expect(JSON.parse((answer as { text: string }).text)).toEqual({ colour: 'blue' });
      expect(model.name).not.toBe('');
    });

    it('passes on every turn of a conversation', async () => {
      let seen: readonly string[] = [];
      const model = await harness.open(({ messages }) => {
        seen = messages;
        return { says: {} };
      });
      await model.ask({
        ...QUESTION,
        messages: [...QUESTION.messages, { role: 'assistant', text: '{"more":1}' }, { role: 'user', text: 'At night?' }],
      });
      expect(seen).toEqual(['The sky.', '{"more":1}', 'At night?']);
    });

    it.each([
      ['refused', { ends: 'refused' }],
      ['cut', { ends: 'cut' }],
      ['too_large', { floods: true }],
      ['not_understood', { body: '[[[' }],
      ['not_understood', { body: 'null' }],
      ['not_understood', { body: '{"choices":[],"content":[]}' }],
    ] as const)('says %s where there is no text, and does not ask again', async (reason, scripted) => {
      const model = await harness.open(() => scripted);
      const answer = await model.ask(QUESTION);
      expect(answer).toMatchObject({ kind: 'unusable', reason });
      expect(answer.usage.inputTokens).toBeGreaterThan(0);
      isAsked(1);
    });

    it.each([[{ status: 429, headers: { 'retry-after': '1' } }], [{ status: 503 }], [{ hangsUp: true }], [{ silent: true }]] as const)(
      'asks again after %j',
      async (scripted) => {
        const model = await harness.open((_question, number) => (number < 2 ? scripted : { says: { colour: 'grey' } }));
        expect(await model.ask(QUESTION)).toMatchObject({ kind: 'answered' });
        isAsked(2);
      },
    );

    it('gives up in the end with unavailable', async () => {
      const model = await harness.open(() => ({ status: 500 }));
      expect(await codeOf(model.ask(QUESTION))).toBe('unavailable');
      expect(harness.asked()).toBeGreaterThan(1);
    });

    it('does not ask again where the endpoint refuses the question', async () => {
      const model = await harness.open(() => ({ status: 401, body: '{"error":"no such key"}' }));
      await expect(model.ask(QUESTION)).rejects.toMatchObject({ code: 'internal', message: expect.not.stringContaining('no such key') });
      isAsked(1);
    });

    it('ends at once where the signal fires', async () => {
      const aborted = new AbortController();
      const model = await harness.open(() => {
        aborted.abort(new Error('enough'));
        return { silent: true };
      });
      await expect(model.ask(QUESTION, aborted.signal)).rejects.toThrow('enough');
      isAsked(1);
    });

    it.each([[undefined], [null], ['many'], [{ prompt_tokens: -1, input_tokens: -1 }], [{ prompt_tokens: 1e12, input_tokens: 1e12 }]])(
      'estimates what it cost where the endpoint says %j',
      async (usage) => {
        const model = await harness.open(() => ({ says: { colour: 'blue' }, usage }));
        const answer = await model.ask(QUESTION);
        expect(answer.usage.inputTokens).toBeGreaterThan(0);
        expect(answer.usage.inputTokens).toBeLessThan(1_000);
        expect(answer.usage.outputTokens).toBeGreaterThan(0);
      },
    );
  });
}
