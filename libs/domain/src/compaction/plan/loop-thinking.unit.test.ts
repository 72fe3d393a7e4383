import { describe, expect, it } from 'vitest';
import { foldAll, makeRecords, type Said } from '../../../testing/index.ts';
import { loopThinking } from './loop-thinking.ts';

const asks = (id: string): Said => ({ kind: 'user_message', id, text: 'go' });
const thinks = (id: string, thinking: Said['thinking'] = { signature: 'c2lnbmVk' }): Said => ({
  kind: 'thinking',
  id,
  text: 'hm',
  thinking,
});
const calls = (id: string): Said => ({ kind: 'tool_call', id, call: { id, name: 'read', arguments: '{}' } });
const answers = (id: string): Said => ({ kind: 'tool_result', call: { id, name: 'read' }, text: 'ok' });
const says = (id: string): Said => ({ kind: 'agent_message', id, text: 'done' });

function foundIn(...said: Said[]) {
  const { ids, newest } = loopThinking(foldAll(makeRecords(said)));
  return { ids: [...ids].toSorted(), newest: [...newest] };
}

const LOOP = [asks('u1'), thinks('t1'), calls('c1'), answers('c1'), thinks('t2'), calls('c2'), answers('c2')];

describe('the thinking of the last turn', () => {
  it('is that of every response since the last user message, the newest named', () => {
    expect(foundIn(asks('u0'), thinks('t0'), says('a0'), ...LOOP)).toEqual({ ids: ['t1', 't2'], newest: ['t2'] });
    expect(foundIn(...LOOP, says('a1'))).toEqual({ ids: ['t1', 't2'], newest: ['t2'] });
  });

  it('is the first of the loop where the model thought only there', () => {
    expect(foundIn(asks('u1'), thinks('t1'), calls('c1'), answers('c1'), calls('c2'), answers('c2'))).toEqual({
      ids: ['t1'],
      newest: ['t1'],
    });
  });

  it('is done with where the user speaks behind an answer, and not where a call waits for its result', () => {
    expect(foundIn(...LOOP, says('a1'), asks('u2'))).toEqual({ ids: [], newest: [] });
    expect(foundIn(asks('u1'), thinks('t1'), calls('c1'), asks('u2'), answers('c1'))).toEqual({ ids: ['t1'], newest: ['t1'] });
  });

  it('is none where it is never sent', () => {
    expect(foundIn(asks('u1'), thinks('t1', {}), calls('c1'), answers('c1'))).toEqual({ ids: [], newest: [] });
    expect(foundIn()).toEqual({ ids: [], newest: [] });
  });
});
