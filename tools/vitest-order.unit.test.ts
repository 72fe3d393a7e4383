import { expect, it } from 'vitest';
import { spreadLong } from './vitest-order.ts';

const isLong = (name: string): boolean => name === name.toUpperCase();

it('puts a long file before every three others until there is none left, each kind in its order', () => {
  expect(spreadLong([...'abcdefghABij'], isLong).join('')).toBe('AabcBdefghij');
});

it('loses no file where there are more long ones than others', () => {
  expect(spreadLong([...'aAbBC'], isLong).join('')).toBe('AabBC');
  expect(spreadLong([...'AB'], isLong).join('')).toBe('AB');
  expect(spreadLong([], isLong)).toEqual([]);
});
