import { describe, expect, it } from 'vitest';
import { tellsFailure } from './told-failure.ts';

describe('a message of the model', () => {
  it.each([
    'The order could not be cancelled because it is not pending.',
    'When I ran the build, it failed.',
    'The deploy failed; if you like I try again.',
    'The upload failed with "no space left".',
    'The login still fails.',
    'I looked when you asked. The transfer failed.',
    'Die Buchung ist fehlgeschlagen. Wenn Sie möchten, versuche ich es noch einmal.',
    'La réservation a échoué.',
    'La reserva falló cuando envié el formulario.',
    'Не удалось отправить письмо.',
    '予約できませんでした。',
    'Two tests failed, as you said they might.',
    'It continues to fail.',
    'Als der Import lief, ist er fehlgeschlagen.',
    'No, the build failed.',
    'There is no space left and the upload failed.',
    'The file has no header, so parsing failed.',
    'No file could be opened, and the import failed.',
    'Nothing could not be read.',
    'Keine Zeit verloren, aber der Import ist fehlgeschlagen.',
  ])('tells of a failure: %s', (text) => {
    expect(tellsFailure(text)).toBe(true);
  });

  it.each([
    'If the call fails, we retry.',
    'The test that failed yesterday passes now.',
    'If it still fails, clear the cache.',
    'The job retries when a request fails.',
    'Without the index the query might fail.',
    'That would have failed on Windows.',
    'You wrote "the payment failed", so I looked at it: it went through.',
    'The log line reads `could not connect` in every run.',
    '> the build failed\n\nIt is green.',
    'Tell me whether the transfer failed.',
    'Wenn der Aufruf scheitert, versuchen wir es noch einmal.',
    "Si l'envoi échoue, il est répété.",
    'Si falla, se repite.',
    'Se non è riuscito, riprova.',
    'Если не удалось, повторим.',
    'Als het is mislukt, proberen we het opnieuw.',
    'No tests failed.',
    '0 of 12 tests failed.',
    'None of the tests failed.',
    'Nothing failed.',
    'Kein Test ist fehlgeschlagen.',
    "Aucun test n'a échoué.",
    'Ningún test falló.',
    'Nessun test è fallito.',
    'Should it fail, we retry.',
    'Assuming the call failed, we retry.',
    'Sollte der Aufruf scheitern, versuchen wir es erneut.',
    'もし失敗しました と出たら、もう一度。',
  ])('tells of none: %s', (text) => {
    expect(tellsFailure(text)).toBe(false);
  });

  it('is read in time that its length bounds', () => {
    for (const unit of ['if ', '"a', '`', 'when, ', 'may ', 'se ']) expect(tellsFailure(unit.repeat(4_000))).toBe(false);
  });
});
