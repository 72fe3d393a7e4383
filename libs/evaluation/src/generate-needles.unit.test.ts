import { describe, expect, it } from 'vitest';
import { generateNeedles, NEEDLE_PATTERNS, NEEDLE_TYPES } from './generate-needles.ts';
import { textOfEvent } from './session-events.ts';

describe.each(['000', '002'] as const)('preset %s', (preset) => {
  const run = generateNeedles(preset, 7);

  it('plants 50 needles once each, in the event it names, and never in a question', () => {
    const all = run.traces.flatMap((trace) => trace.needles);
    expect(all).toHaveLength(50);
    for (const trace of run.traces) {
      const texts = trace.events.map(textOfEvent);
      for (const needle of trace.needles) {
        expect(texts.flatMap((text, at) => (text.includes(needle.value) ? [at] : []))).toEqual([needle.eventIndex]);
        expect(NEEDLE_PATTERNS[needle.type].exec(texts[needle.eventIndex]!)![0]).toBe(needle.value);
        expect(needle.query).not.toContain(needle.value);
        expect(NEEDLE_PATTERNS[needle.type].test(needle.query)).toBe(false);
      }
    }
    expect(new Set(all.map((needle) => needle.type)).size).toBe(NEEDLE_TYPES.length);
  });

  it('asks for what the trace speaks of and never planted', () => {
    for (const trace of run.traces) {
      expect(trace.neverPlanted.length).toBeGreaterThan(0);
      const planted = new Set(trace.needles.map((needle) => needle.subject));
      for (const probe of trace.neverPlanted) expect(planted.has(probe.subject)).toBe(false);
    }
  });

  it('follows from its seed', () => {
    expect(generateNeedles(preset, 7)).toEqual(run);
    expect(generateNeedles(preset, 8).traces[0]!.needles[0]!.value).not.toBe(run.traces[0]!.needles[0]!.value);
  });
});

it('has the sizes of the papers', () => {
  const [pilot] = generateNeedles('000').traces;
  expect(pilot!.events).toHaveLength(200);
  expect(pilot!.needles.map((needle) => needle.eventIndex)).toEqual(Array.from({ length: 50 }, (_, at) => 4 * at + 1));
  const [trace] = generateNeedles('002').traces;
  expect(trace!.needles.every((needle) => needle.eventIndex < 10)).toBe(true);
  const chars = trace!.events.reduce((sum, event) => sum + textOfEvent(event).length, 0);
  expect(chars).toBeGreaterThan(430_000);
});
