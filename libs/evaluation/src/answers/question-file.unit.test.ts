import { describe, expect, it } from 'vitest';
import { DataSetFormError } from '../conversations/json-fields.ts';
import { readQuestionFile, writtenAnswerSet, type SessionsOfFile } from './question-file.ts';

const ASKED = {
  id: 'a',
  kind: 'needle',
  question: 'Who keeps the light?',
  answers: ['Jorun Vale'],
  file: 'lamps/one.jsonl',
  session: 1,
  event: 2,
};

function sessionFile(name: string, texts: readonly string[]): SessionsOfFile {
  const events = texts.map((text) => ({ kind: 'user_message' as const, text }));
  return { name, sessions: [{ session: name.replaceAll('/', '.'), source: `import:${name}`, events }] };
}

describe('a file of questions', () => {
  it('is read with its places', () => {
    const none = { id: 'b', kind: 'none', question: 'Who keeps the dog?', file: 'lamps' };
    expect(readQuestionFile({ questions: [ASKED, none] })).toEqual([ASKED, { ...none, answers: [], session: 0, event: 0 }]);
  });

  it.each([
    [{ ...ASKED, kind: 'riddle' }, 'no known kind'],
    [{ ...ASKED, answers: [] }, 'no answer'],
    [{ ...ASKED, question: 'Does Jorun Vale keep the light?' }, 'holds its answer'],
    [{ ...ASKED, file: undefined }, '"file"'],
  ])('is refused: %j', (question, said) => {
    expect(() => readQuestionFile({ questions: [question] })).toThrow(said);
  });

  it('must not name a question twice', () => {
    expect(() => readQuestionFile({ questions: [ASKED, ASKED] })).toThrow(DataSetFormError);
  });
});

describe('questions over session files', () => {
  const questions = readQuestionFile({ questions: [ASKED] });
  const goldOf = (...files: SessionsOfFile[]) => writtenAnswerSet(questions, files).labels.get('a')?.units;

  it('are asked of the folder of their file, and of no other', () => {
    const { stores, labels } = writtenAnswerSet(questions, [
      sessionFile('lamps/one.jsonl', ['Hello.', 'Its keeper is Jorun Vale.']),
      sessionFile('boats/two.jsonl', ['Jorun Vale sails.']),
    ]);
    expect(stores.map(({ name }) => name)).toEqual(['lamps']);
    expect(labels.get('a')).toMatchObject({ kind: 'needle', units: ['1.1/2'] });
  });

  it('count every event that says it in the same words', () => {
    const said = 'The keeper of the light at the north mole is Jorun Vale, for now.';
    expect(goldOf(sessionFile('lamps/one.jsonl', ['Hello.', said, 'Jorun Vale came.', `Again: ${said} Bye.`]))).toEqual(['1.1/2', '1.1/4']);
    expect(goldOf(sessionFile('lamps/one.jsonl', ['Hello.', said]), sessionFile('lamps/two.jsonl', [said]))).toEqual(['1.1/2', '2.1/1']);
  });

  it('find a place that has moved in its file, and leave out what stands nowhere there', () => {
    const moved = sessionFile('lamps/one.jsonl', ['Hello.', 'Well.', 'Yes.', 'Jorun Vale does.']);
    expect(goldOf(moved)).toEqual(['1.1/4']);
    const gone = writtenAnswerSet(questions, [sessionFile('lamps/one.jsonl', ['Hello.']), sessionFile('lamps/two.jsonl', ['Jorun Vale'])]);
    expect(gone).toMatchObject({ questions: [], withoutPlace: ['a'] });
  });

  it('about several sessions take every event with a piece, and are left out where one is nowhere or one session has all', () => {
    const asked = readQuestionFile({ questions: [{ ...ASKED, kind: 'several', answers: ['Jorun Vale', 'Wim Oort'] }] });
    const set = (...texts: readonly (readonly string[])[]) =>
      writtenAnswerSet(
        asked,
        texts.map((own, at) => sessionFile(`lamps/${at}.jsonl`, own)),
      );
    expect(set(['Jorun Vale came.'], ['Hello.', 'So did Wim Oort.']).labels.get('a')?.units).toEqual(['1.1/1', '2.1/2']);
    expect(set(['Jorun Vale came.', 'So did Wim Oort.'], ['Hello.']).withoutPlace).toEqual(['a']);
    expect(set(['Jorun Vale came.'], ['Hello.']).withoutPlace).toEqual(['a']);
  });
});
