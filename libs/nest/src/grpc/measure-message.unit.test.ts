import { describe, expect, it } from 'vitest';
import { measureMessage, type MessageFault } from './measure-message.ts';
import { readMessageLayouts } from './message-layout.ts';

const LAYOUTS = readMessageLayouts(`message Call {
  optional string name = 1;
  // The method that is called.
  Part part = 2;
  repeated double worth = 3;
  optional double weight = 4;
  google.protobuf.Value any = 5;
  optional bytes content = 16;
}

message Part {
  reserved 2;
  repeated Part parts = 1;
  optional int64 count = 3;
}
`);

const field = (number: number, wireType: number, ...content: number[]): number[] => [number * 8 + wireType, ...content];
const within = (number: number, content: readonly number[]): number[] => field(number, 2, content.length, ...content);

function faultOf(bytes: readonly number[], limits: { values?: number; depth?: number } = {}): MessageFault | undefined {
  return measureMessage(Uint8Array.from(bytes), 'Call', LAYOUTS, { values: 100, depth: 10, ...limits });
}

describe('a message is measured before it is built', () => {
  it('counts its fields, those within others too, and nothing in texts', () => {
    const bytes = [...within(1, [0x0a, 0x0a, 0x0a]), ...within(2, [...within(1, []), ...within(1, within(3 - 2, []))])];
    expect(faultOf(bytes, { values: 5 })).toBeUndefined();
    expect(faultOf(bytes, { values: 4 })).toBe('values');
    expect(
      faultOf(
        [
          ...within(
            3,
            Array.from({ length: 32 }, () => 0),
          ),
        ],
        { values: 5 },
      ),
    ).toBeUndefined();
    expect(
      faultOf(
        [
          ...within(
            3,
            Array.from({ length: 40 }, () => 0),
          ),
        ],
        { values: 5 },
      ),
    ).toBe('values');
    // Fields that it does not know are skipped, and counted.
    expect(faultOf([...within(9, [0x0a, 0x0a]), ...field(10, 0, 0x80, 1), ...field(11, 5, 0, 0, 0, 0)], { values: 2 })).toBe('values');
    expect(faultOf([...within(9, [0x0a, 0x0a]), ...field(10, 0, 0x80, 1), ...field(11, 5, 0, 0, 0, 0)], { values: 3 })).toBeUndefined();
  });

  it('counts levels, those of any JSON too', () => {
    let part: number[] = [];
    for (let level = 0; level < 9; level++) part = within(level === 8 ? 2 : 1, part);
    expect(faultOf(part)).toBeUndefined();
    expect(faultOf(part, { depth: 9 })).toBe('depth');
    let list: number[] = [];
    for (let level = 0; level < 4; level++) list = within(6, within(1, list));
    expect(faultOf(within(5, list))).toBeUndefined();
    expect(faultOf(within(5, list), { depth: 9 })).toBe('depth');
    let object: number[] = within(3, [0x61]);
    for (let level = 0; level < 2; level++) object = within(5, within(1, [...within(1, [0x6b]), ...within(2, object)]));
    expect(faultOf(within(5, object), { values: 9 })).toBe('values');
    expect(faultOf(within(5, object), { values: 10 })).toBeUndefined();
  });

  it('refuses what has another form than its own', () => {
    expect(faultOf(field(2, 0, 5))).toBe('form');
    expect(faultOf(field(1, 5, 0, 0, 0, 0))).toBe('form');
    expect(faultOf(within(4, [0, 0, 0, 0, 0, 0, 0, 0]))).toBe('form');
    expect(faultOf(within(2, within(3, [1])))).toBe('form');
    expect(faultOf(field(9, 3))).toBe('form');
    expect(faultOf(field(9, 7))).toBe('form');
    expect(faultOf(field(1, 2, 4, 0x61))).toBe('form');
    expect(faultOf(within(2, field(1, 2, 9)))).toBe('form');
    expect(faultOf([0xff])).toBe('form');
    expect(faultOf(field(9, 0, ...Array.from({ length: 10 }, () => 0xff), 0))).toBe('form');
    // The tag of field 16 is two bytes.
    expect(faultOf([0x82, 0x01, 1, 0xff])).toBeUndefined();
  });
});
