import type { AnswerForm } from '../answers/answer-form.ts';
import { exchangeOf } from '../answers/exchanges.ts';
import { parseRecord, type JsonRecord } from '../text/json-values.ts';
import { askAgain, begin, goOn, unreadable, type Asked, type Relay, type Said } from './answer-rounds.ts';
import { headerOf, pass } from './pass.ts';
import { readWhole } from './read-answer.ts';
import { refuse } from './refuse.ts';

/** Passes an answer on that comes as one value, the same bytes unless something was recalled for it. */
export async function relayWhole(relay: Relay): Promise<void> {
  const { outgoing, call, openRoom } = relay;
  const { answers: form } = call.dialect;
  const said: Said = { messages: [], answers: [], rounds: 0 };
  const bodies: JsonRecord[] = [];
  const room = openRoom(() => bodies.length === 0);
  for (let asked: Asked = relay; ;) {
    const { from: next, begun } = asked;
    if (next.statusCode !== 200) return pass(next, outgoing, headerOf(call), begun?.raw);
    const read = await readWhole(next, room);
    if (read.kind === 'unread') {
      call.notKept(read.why);
      if (bodies.length === 0) return pass(next, outgoing, headerOf(call), read.raw);
      next.destroy();
      return refuse(outgoing, unreadable(read.why));
    }
    const body = parseRecord(read.plain.toString('utf8'));
    const round = body && form.readWhole(body, call.names);
    if (!round) {
      call.notKept('form');
      return pass(next, outgoing, headerOf(call), read.raw);
    }
    bodies.push(body);
    if (await goOn(relay, round, said)) {
      asked = await askAgain(relay, await call.again(said.messages, said.container), said, room);
      continue;
    }
    const exchange = exchangeOf(call.dialect, said.messages, round, said.answers);
    const isOther = exchange !== undefined || round.cutsOwn === true;
    const rounds = isOther && call.asksJson ? withLastText(bodies, form) : bodies;
    const joined = isOther ? form.joinWhole(rounds, call.names) : body;
    if (isOther) {
      begin(relay);
      outgoing.end(JSON.stringify(joined));
    } else await pass(next, outgoing, headerOf(call), read.raw);
    call.done(form.toldIn(joined), exchange, form.usageOf(bodies), round.cutsOwn);
    return;
  }
}

/** Leaves the text of one round, the last that said any. */
function withLastText(bodies: readonly JsonRecord[], form: AnswerForm): readonly JsonRecord[] {
  const last = bodies.findLastIndex((body) => form.hasText(body));
  return bodies.map((body, at) => (at < last ? form.withoutTexts(body) : body));
}
