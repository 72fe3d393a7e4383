import { describe, expect, it } from 'vitest';
import { elementTexts, withFields } from './json-spans.ts';

describe('withFields', () => {
  it('keeps every byte of what it does not change, numbers that JavaScript cannot hold among them', () => {
    const text = '{ "seed" : 12345678901234567890, "messages":[1.0, "a\\"]"], "x": {"messages":[2]} }';
    expect(withFields(text, { messages: '[]' })).toBe('{ "seed" : 12345678901234567890, "messages":[], "x": {"messages":[2]} }');
    expect(withFields('{}', { tools: '[1]' })).toBe('{"tools":[1]}');
    expect(withFields('{"a":1}', { tools: '[1]' })).toBe('{"a":1,"tools":[1]}');
  });

  it('cuts a list into its elements as they were written', () => {
    expect(elementTexts('[ {"a":"]\\\\"} , 1.0,"x,y", [1, 2] ]')).toEqual(['{"a":"]\\\\"}', '1.0', '"x,y"', '[1, 2]']);
    expect(elementTexts('[]')).toEqual([]);
  });
});
