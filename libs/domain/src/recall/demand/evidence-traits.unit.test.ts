import { expect, it } from 'vitest';
import { traitsOf } from './evidence-traits.ts';

it('a run of a short text holds two content words at least', () => {
  expect([...traitsOf('it is in the harbour').runs]).toEqual([]);
  expect([...traitsOf('it is in harbour nine').runs]).toEqual(['it is in harbour nine']);
});
