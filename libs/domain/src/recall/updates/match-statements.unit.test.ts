import { describe, expect, it } from 'vitest';
import { matchStatements, type StatementMatch } from './match-statements.ts';
import { statementsOf } from './statements.ts';

function match(older: string, newer: string): StatementMatch | undefined {
  const later = statementsOf(newer);
  for (const before of statementsOf(older)) {
    for (const after of later) {
      const found = matchStatements(before, after);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

describe('a later statement', () => {
  it.each([
    ['By the way, my address is 12 Elm Street.', 'I moved last week, my address is 9 Oak Lane now.', '12 Elm', '9 Oak Lane'],
    ['My phone number is 555-1234.', 'My phone number is 555-9876.', '555-1234', '555-9876'],
    [
      'The gateway of the mill listens on port 4100, I just checked.',
      'We moved: the gateway of the mill listens on port 5200 from now on.',
      '4100',
      '5200',
    ],
    [
      'The review of the mill is led by Orla Finch.',
      'Change of plan, the review of the mill is now led by Abel Crane.',
      'Orla Finch',
      'Abel Crane',
    ],
    ['My favourite colour is blue.', 'My favourite colour is green now.', 'blue', 'green'],
    ['My favourite colour is blue.', 'By the way, my favourite colour is now dark green.', 'blue', 'dark green'],
    ['Mein Lieblingstee ist schwarz.', 'Mein Lieblingstee ist jetzt grün.', 'schwarz', 'grün'],
    ['The fee of the berth is 40 crowns.', 'Now the fee of the berth is 300 euros.', '40 crowns', '300 euros'],
    ['I live in Lugo.', 'Now I live in Vigo.', 'Lugo', 'Vigo'],
    ['The lamp is mine.\nStatus: open', 'The lamp is yours.\nStatus: done', 'open', 'done'],
    ['Status: open', 'Status: done', 'open', 'done'],
    ['- Port: 8080', '- Port: 8443', '8080', '8443'],
    ['The tapes go to `/srv/raw`.', 'The tapes go to `/mnt/cold`.', '`/srv/raw`', '`/mnt/cold`'],
    ['I will set the path to `/srv/raw`.', 'I will set the path to `/mnt/cold`.', '`/srv/raw`', '`/mnt/cold`'],
    ['Staging host: `tide.example.com`', 'Staging host: `moon.example.com`', 'tide', 'moon'],
    ['The embedding is done by `tide_small`.', 'The embedding is done by `tide_large`.', '`tide_small`', '`tide_large`'],
    ['Shared bucket is called `tide_raw`.', 'Shared bucket is called `moon_raw`.', '`tide_raw`', '`moon_raw`'],
    ['We installed version `1.2.3` there.', 'We installed version `1.2.4` there.', '`1.2.3`', '`1.2.4`'],
    ['We moved the tapes to `/srv/raw`.', 'We moved the tapes to `/mnt/cold`.', '`/srv/raw`', '`/mnt/cold`'],
    ['We will use the store `tide.db`.', 'We will use the store `moon.db`.', 'tide', 'moon'],
    ['We store the tides in tide.db.', 'We store the tides in moon.db.', 'tide', 'moon'],
    ['The gateway listens on port 4100.', 'The gateway listens on port 5200.', '4100', '5200'],
    ['Mein Termin ist am 14. März.', 'Mein Termin ist am 21. März.', '14', '21'],
    ['Meine Adresse ist Lindenweg 12.', 'Ich bin umgezogen, meine Adresse ist jetzt Ahornallee 9.', 'Lindenweg 12', 'Ahornallee 9'],
    ['Mon code postal est le 69003.', 'Mon code postal est maintenant le 31000.', '69003', '31000'],
    ['Mi dirección es Calle Luna 4.', 'Me he mudado, mi dirección es ahora Calle Sol 18.', 'Luna 4', 'Sol 18'],
    ['Мой адрес: улица Мира 12.', 'Я переехал, мой адрес теперь: улица Садовая 9.', 'Мира 12', 'Садовая 9'],
    ['My phone number is 0470 11 22 33.', 'My phone number changed, it is 0499 55 66 77 now.', '0470', '0499'],
    ['The deadline is 4 June.', 'The deadline moved to 18 June.', '4', '18'],
    ['The retry limit is 5.', 'We looked at it: the retry limit was raised from 5 to 8.', '5', '8'],
    ['Our staging database is called otter.', 'Our staging database is called badger from today.', 'otter', 'badger'],
    ['Mein Hausarzt ist Dr. Klein.', 'Mein Hausarzt ist jetzt Dr. Vogt.', 'Klein', 'Vogt'],
    ['Der Termin ist am 4. Mai.', 'Der Termin wurde auf den 9. Juni verschoben.', '4', '9'],
    ['La réunion est à 14h.', 'La réunion a été reportée à 16h.', '14h', '16h'],
    ['El límite es 30.', 'El límite cambió a 45.', '30', '45'],
    ['Let us use Redis for the queue.', 'Let us use RabbitMQ for the queue instead.', 'Redis', 'RabbitMQ'],
    ['We use Redis for the queue in tests.', 'We now use RabbitMQ for the queue in tests.', 'Redis', 'RabbitMQ'],
    ['我的地址是上海路12号。', '我搬家了，我的地址现在是南京路9号。', '上 海 路 12', '南 京 路 9'],
    ['磨坊的负责人是王小明。', '磨坊的负责人现在是李华。', '王 小 明', '李 华'],
    ['私の好きな色は青です。', '私の好きな色は今は緑です。', '青', '緑'],
  ])('gives another value: %j, %j', (older, newer, before, after) => {
    const found = match(older, newer);
    expect(found?.older.join(' ')).toMatch(before);
    expect(found?.newer.join(' ')).toMatch(after);
  });

  it.each([
    ['of another subject', 'The budget of the harbour is 40,000 crowns.', 'The budget of the lighthouse is 70,000 crowns now.'],
    ['of something that a number names', 'The ticket 101 is closed.', 'The ticket 102 is closed.'],
    ['of another number and another value', 'Berth 3 has 40 metres.', 'Berth 4 has 50 metres.'],
    ['of somebody else', 'My address is 12 Elm Street.', 'My sister says her address is 9 Oak Lane now.'],
    ['of somebody else, by one word', "Anna's address is 12 Elm Street.", "Ben's address is 9 Oak Lane."],
    ['of another place', 'On staging, the port is 8080.', 'On production, the port is 5200.'],
    ['of another day', 'Today I ran 5 km.', 'Today I ran 8 km.'],
    ['of one more thing', 'I visited Paris.', 'I visited Rome.'],
    ['of one more thing, at length', 'Last summer we visited Paris.', 'Last summer we visited Rome.'],
    ['of a key, in a sentence of another form', 'Status: open', 'Status done'],
    ['of another place, in the middle', 'The build in Ghent takes 5 minutes.', 'The build in Oslo takes 5 minutes now.'],
    ['of another person, in the middle', 'I meet Anna on Monday at the office.', 'I now meet Bob on Monday at the office.'],
    ['of another user', 'The user 17 is an admin of the shop.', 'The user 18 is an admin of the shop now.'],
    ['that was only thought', 'The deadline is 4 June.', 'I thought the deadline was moved to 18 June.'],
    ['that nobody said', 'The deadline is 4 June.', 'Nobody said the deadline was moved to 18 June.'],
    ['that was undone', 'The price is 15 EUR.', 'The price was raised to 20 EUR, but that was undone.'],
    ['that may come to be', 'The deadline is 4 June.', 'If the deadline moved to 18 June, we would have time.'],
    ['that asks whether it changed', 'The deadline is 4 June.', 'Was the deadline moved to 18 June?'],
    ['that was denied', 'The deadline is 4 June.', 'The deadline was not moved to 18 June.'],
    ['that tells why it changed', 'The limit is 30.', 'The limit changed to protect users.'],
    ['of where it is held', 'The meeting is on 4 June.', 'The meeting moved to room 9.'],
    ['of who moved', 'The office is at 12 Elm Street.', 'We moved to 9 Oak Lane.'],
    ['of another use of its words', 'We use Redis for the queue.', 'We use RabbitMQ for the cache now.'],
    ['of one more place of its words', 'We use Redis for the queue.', 'We use RabbitMQ for the queue.'],
    ['that asks', 'The port is 8080.', 'So the port is 5200?'],
    ['that says the same', 'The port of the mill is 8080.', 'The port of the mill is 8080.'],
    ['that tells the same name more exactly', 'Remove the call in `init`.', 'Remove the call in `Thing.init`.'],
    ['that says something else', 'We had soup.', 'The bus was late.'],
    ['of another step', 'Thought: Now run `tide.py`.', 'Thought: Now run `moon.py`.'],
    ['of another step, in a language that puts the verb first', 'Jetzt prüfe ich `tide.py`.', 'Jetzt prüfe ich `moon.py`.'],
    ['of another step with a thing of its own', 'Now update the tide.json table:', 'Now update the List of Lights:'],
    ['of another thing to look at', 'Let me read the log of `tide.py`.', 'Let me read the log of `moon.py`.'],
    ['of another act', 'I will create `tide.py`.', 'I will create `moon.py`.'],
    ['of another act that comes now', 'I will create `tide.py`.', 'I will now create `moon.py`.'],
    ['of another act, without a subject', 'Reading the file src/tide.ts.', 'Reading the file src/moon.ts.'],
    ['of another act, behind a colon', 'Reading file: `src/tide.ts`', 'Reading file: `src/moon.ts`'],
    ['of another act that is over', "I've updated the file `tide.py`.", "I've updated the file `moon.py`."],
    ['of another act, in a simple tense', 'First I checked the file `tide.py`.', 'First I checked the file `moon.py`.'],
    ['of another act, in German', 'Ich werde die Datei `tide.py` anlegen.', 'Ich werde die Datei `moon.py` anlegen.'],
    ['of another act, in French', 'Je vais créer le fichier `tide.py`.', 'Je vais créer le fichier `moon.py`.'],
    ['under a label', 'Noted: no rope, no tar.', 'Noted: the cabin is off. Another is free.'],
    ['under a label, with a word each', 'Great: paint. I order it.', 'Great: rope. I order it.'],
    [
      'that does something instead of something',
      'Now the build and the tests.',
      'The build is green, but it lights red lamps instead of white ones.',
    ],
    ['of something that happened', 'The berth ledger hung again over the weekend.', 'The budget of the berth ledger is 13,879 crowns now.'],
    ['of what is pointed at', 'This was version 4.2.', 'This was version 5.0.'],
    ['that says it in several ways', 'Ich habe einen Hund.', 'Ich habe einen Bruder.'],
  ])('%s takes nothing back', (_, older, newer) => {
    expect(match(older, newer)).toBeUndefined();
  });
});

describe('statementsOf', () => {
  it('is bounded and total', () => {
    expect(statementsOf('a is 1.\n'.repeat(5_000)).length).toBeLessThanOrEqual(256);
    expect(statementsOf('\ud800 `" ((( ,,,')).toEqual(expect.any(Array));
    expect(statementsOf('')).toEqual([]);
  });
});
