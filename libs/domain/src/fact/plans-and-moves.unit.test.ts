import { expect, test } from 'vitest';
import { valuesIn } from '../../testing/stated-facts.ts';

test.each([
  ['Nos mudamos a Bilbao el mes pasado.', 'home: Bilbao'],
  ['Nos mudamos a Bilbao hace dos meses.', 'home: Bilbao'],
  ['Nos hemos mudado a Bilbao en enero.', 'home: Bilbao'],
  ['Nos mudamos para Coimbra no mês passado.', 'home: Coimbra'],
  ['Mudámo-nos para Braga.', 'home: Braga'],
])('is a move that was made: %s', (text, fact) => {
  expect(valuesIn(text)).toContain(fact);
});

test.each([
  'Nos mudamos a Benimaclet en enero, ya tenemos piso.',
  'Nos mudamos a Bilbao.',
  'Nos mudamos a Bilbao en enero del año que viene.',
  'Nos mudamos para Coimbra em janeiro.',
  'Nos mudamos para o Porto no próximo mês.',
  'Cambiamos de Jenkins a GitLab el mes que viene.',
  'Migramos de MySQL a PostgreSQL en cuanto podamos.',
  'Mañana migramos de MySQL a PostgreSQL.',
])('is a plan, or may be one: %s', (text) => {
  expect(valuesIn(text)).toEqual([]);
});
