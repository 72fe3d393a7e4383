import { expect, it } from 'vitest';
import { createErasedSpeech } from '../../erasure/erased-speech.ts';
import { createAnalyser } from '../../recall/analyse-text.ts';
import { ENGLISH_STOP_WORDS } from '../../recall/stop-words.ts';
import { outcomesIn } from './outcomes.ts';

it.each([
  ['Your berth **K4** has been successfully booked for 3 May. Anything else?', ['berth K4 successfully booked for 3 May']],
  ['I have booked the south pier for you, and sent the bill.', ['booked the south pier']],
  ["I've refunded 40 EUR to your card.", ['refunded 40 EUR to your card']],
  ['You are now registered for the regatta.', ['registered for the regatta']],
  ['Fare class Y is sold out. We booked W instead.', ['Fare class Y sold out', 'booked W instead']],
  ['Refunded 12 EUR and the deposit.', ['refunded 12 EUR']],
  ['The tide table has been corrected.', ['tide table corrected']],
  ['The moorings K4 and K5 have been cancelled:\n- K4\n- K5', ['moorings K4 and K5 cancelled']],
  ['Unfortunately, winter berths cannot be exchanged.', ['winter berths cannot be exchanged']],
  ['I am unable to refund the harbour fee.', ['unable to refund the harbour fee']],
  ['Ihre Buchung K4 wurde erfolgreich storniert.', ['Buchung K4 wurde erfolgreich storniert']],
  ['Der Liegeplatz wurde auf den 3. Juni verschoben.', ['Liegeplatz wurde auf den 3 Juni verschoben']],
  ['Votre réservation K4 a été annulée.', ['réservation K4 a été annulée']],
  ['Su reserva K4 ha sido cancelada.', ['reserva K4 ha sido cancelada']],
  ['The ticket for 3 May has been refunded.', ['ticket for 3 May refunded']],
  ['The ticket for 3 may has been refunded.', ['ticket for 3 may refunded']],
  ['May 3: the ticket of May has been refunded.', ['ticket of May refunded']],
  ['May 3 tickets were refunded.', ['May 3 tickets refunded']],
  ['Your booking of the southern pier was cancelled.', ['booking of the southern pier cancelled']],
  ['You said that the deposit has been refunded.', ['deposit refunded']],
])('%s', (text, outcomes) => {
  expect(outcomesIn(text)).toEqual(outcomes);
});

it.each([
  'Shall the berth be booked for you?',
  'Has the berth been booked?',
  'If you confirm, the berth has been booked by noon.',
  'The berth will be booked once you confirm.',
  'The berth has not been booked.',
  'The berth was not booked.',
  'The berth was in the harbour that I booked.',
  'It was booked in March.',
  'Since your berth was booked in March, nothing is due.',
  'It cannot be cancelled unless the pier is closed.',
  'All berths have been booked on the south pier of the old harbour of the town but not K4',
  'I have looked up your berth.',
  'I fixed the tide table and added its tests.',
  'Updated berths: K4 and K5',
  'The tide is high.',
  'Your payment failed and no ticket was issued.',
  'Your payment for the pier failed and nothing was booked.',
  'The card was not charged and the berth not booked.',
  'The booking that you cancelled was refunded.',
  'I do not think that the berth was booked.',
  'The berth at the pier of the old harbour of the town was booked.',
  'Berth 3 may be booked.',
  'The berth may have been booked.',
  'May the berth be booked.',
])('nothing is done: %s', (text) => {
  expect(outcomesIn(text)).toEqual([]);
});

it.each([
  'The deposit has been successfully refunded.',
  'The deposit is now refunded.',
  'Your deposit of the southern pier in winter was refunded.',
  'The deposit cannot be fully refunded.',
  'I am unable to refund the deposit.',
  'The deposit is currently unavailable.',
  'The berths are already booked.',
  'Die Kaution wurde vollständig erstattet.',
  'Die Kaution wurde gestern erfolgreich erstattet.',
  'La caution a été remboursée.',
  'La fianza ha sido cancelada.',
  'Il deposito è stato rimborsato.',
  'Die Kaution ist ausgebucht.',
])('an erasure knows what it told by the words that adjoin: %s', (text) => {
  const analyser = createAnalyser({ stem: (word) => word, stopWords: ENGLISH_STOP_WORDS });
  const speech = createErasedSpeech((one) => analyser.analyse(one));
  const [outcome] = outcomesIn(text);
  // Other texts hold each of the words, so that only their order tells what was erased.
  for (const _ of speech.erase(text));
  for (const word of text.split(' ')) for (const _ of speech.keep(word));
  expect(speech.repeats(outcome!)).toBe(true);
  const said = ` ${analyser.analyse(text).join(' ')} `;
  const terms = analyser.analyse(outcome!);
  expect(terms.slice(1).filter((term, at) => !said.includes(` ${terms[at]} ${term} `))).toEqual([]);
});
