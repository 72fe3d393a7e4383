import { expect, it } from 'vitest';
import { outcomesIn } from './outcomes.ts';

it.each([
  ['Your berth **K4** has been successfully booked for 3 May. Anything else?', ['berth K4 booked for 3 May']],
  ['I have booked the south pier for you, and sent the bill.', ['booked the south pier']],
  ["I've refunded 40 EUR to your card.", ['refunded 40 EUR to your card']],
  ['You are now registered for the regatta.', ['registered for the regatta']],
  ['Fare class Y is sold out. We booked W instead.', ['Fare class Y sold out', 'booked W instead']],
  ['Refunded 12 EUR and the deposit.', ['refunded 12 EUR']],
  ['The tide table has been corrected.', ['tide table corrected']],
  ['The moorings K4 and K5 have been cancelled:\n- K4\n- K5', ['moorings K4 and K5 cancelled']],
  ['Unfortunately, winter berths cannot be exchanged.', ['winter berths cannot be exchanged']],
  ['I am unable to refund the harbour fee.', ['cannot refund the harbour fee']],
  ['Ihre Buchung K4 wurde erfolgreich storniert.', ['Buchung K4 storniert']],
  ['Der Liegeplatz wurde auf den 3. Juni verschoben.', ['Liegeplatz auf den 3 Juni verschoben']],
  ['Votre réservation K4 a été annulée.', ['réservation K4 annulée']],
  ['Su reserva K4 ha sido cancelada.', ['reserva K4 cancelada']],
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
])('nothing is done: %s', (text) => {
  expect(outcomesIn(text)).toEqual([]);
});
