import { describe, expect, it } from 'vitest';
import { RESPONSES_DIALECT } from '../dialects/responses-dialect.ts';
import { followMessages, readMessages } from './read-conversation.ts';
import { createVendorHistory, type VendorHistory } from './vendor-history.ts';

/** Says something behind a response, and is answered by another. */
function say(histories: VendorHistory, id: string, previous?: string, owner = 'ours') {
  const body = { ...(previous !== undefined && { previous_response_id: previous }) };
  const given = histories.read(owner, body, [`{"role":"user","content":"To ${id}"}`]);
  const messages = readMessages(RESPONSES_DIALECT, given.raws, given.unknown ?? '');
  const told = { id, status: 'completed', items: [{ id: `msg_${id}`, type: 'message', role: 'assistant', content: `From ${id}` }] };
  const answered = followMessages(RESPONSES_DIALECT, messages.at(-1)!, told);
  histories.keep({ owner, holder: owner }, { body, given, session: 's', messages, answered, told, isJoined: false });
  return given;
}

describe('what a vendor holds', () => {
  it('is the whole conversation up to a response, for who had it', () => {
    const histories = createVendorHistory();
    say(histories, 'a');
    say(histories, 'b', 'a');
    expect(say(histories, 'c', 'b')).toMatchObject({ heldLength: 4, dropped: { previous_response_id: 'null' } });
    expect(say(histories, 'c2', 'b').raws).toHaveLength(5);
    expect(say(histories, 'x', 'b', 'theirs')).toMatchObject({ unknown: 'b', heldLength: 0 });
  });

  it('is not known where a part of it was deleted, or where a server gives an id twice', () => {
    const histories = createVendorHistory();
    say(histories, 'a');
    say(histories, 'b', 'a');
    histories.forget('ours', 'a');
    expect(say(histories, 'c', 'b').unknown).toBe('b');
    say(histories, 'same');
    say(histories, 'same', 'same');
    expect(say(histories, 'd', 'same').unknown).toBe('same');
  });

  it.each([
    ['its session', 's', true],
    ['all of its space', undefined, true],
    ['a fork of its session', 's.fork-01ab23cd', true],
    ['another session', 'other', false],
  ])('is forgotten where something of %s is erased', (_, session, isForgotten) => {
    const histories = createVendorHistory();
    say(histories, 'a');
    say(histories, 'b', 'a');
    histories.forgetErased(session);
    const given = histories.read('ours', {}, ['{"type":"item_reference","id":"msg_a"}']);
    expect(given.raws[0]).toMatch(isForgotten ? /item_reference/ : /From a/);
    const later = say(histories, 'c', 'b');
    expect([later.unknown, later.heldLength]).toEqual(isForgotten ? ['b', 0] : [undefined, 4]);
  });

  it('behind what was not seen stays of that beginning', () => {
    const histories = createVendorHistory();
    say(histories, 'b', 'unseen');
    expect(say(histories, 'c', 'b')).toMatchObject({ unknown: 'unseen', heldLength: 2 });
  });
});
