import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeEntry } from '../../testing/index.ts';
import type { ArtifactRef } from '../artifact/artifact-ref.ts';
import type { EventBody } from '../event/event-body.ts';
import { PREVIEW_FROM_CHARS, renderEntry, renderForms, shortArguments } from './render-entry.ts';

const artifact = (fields: Partial<ArtifactRef>): ArtifactRef => ({
  id: 'art_1',
  role: 'attachment',
  mime: 'image/png',
  sizeBytes: 9,
  sha256: '',
  createdAt: 0,
  preview: 'a sheet',
  previewKind: 'text',
  ...fields,
});
const NOTE = '[Preview only; use recall(query) for the rest.]';

describe('the forms of an event', () => {
  it('arguments cut short are valid JSON of well-formed text, say what is missing, and stay small', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', minLength: 1, maxLength: 3_000 }),
          fc.integer({ min: 1, max: 900 }).map((times) => '😀'.repeat(times)),
        ),
        (args) => {
          const short = JSON.parse(shortArguments(args)) as { preview: string; omittedChars: number };
          expect(args.startsWith(short.preview)).toBe(true);
          expect(short.preview.length + short.omittedChars).toBe(args.length);
          expect(short.preview.length).toBeLessThan(400);
          if (args.isWellFormed()) expect(short.preview.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('I-15 what a window shows is what was counted, in every form', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('tool_call', 'tool_result', 'user_message'),
        fc.integer({ min: 0, max: 4_000 }),
        fc.constantFrom('whole', 'stripped', 'preview'),
        fc.boolean(),
        (kind, length, form, attached) => {
          const text = 'x'.repeat(length);
          const body: EventBody = {
            text: kind === 'tool_call' ? '' : text,
            meta: {},
            ...(kind === 'user_message' ? {} : { call: { id: '1', name: 'f', arguments: text } }),
            ...(attached ? { artifacts: [artifact({})] } : {}),
          };
          const content = { body, fullText: body.text, preview: 'head' };
          const block = renderEntry(makeEntry(1, kind, 5, { form }), content, 5);
          expect(block.text).toBe(renderForms({ kind, ...content })[form]);
          expect(block.artifacts !== undefined).toBe(attached && form === 'whole');
          if (kind === 'tool_call' && form === 'preview' && length >= PREVIEW_FROM_CHARS)
            expect(() => JSON.parse(block.arguments!)).not.toThrow();
          if (kind === 'tool_call' && form !== 'preview') expect(block.arguments).toBe(text);
        },
      ),
    );
  });

  it.each([
    ['tool_result', 'use recall(query)', undefined],
    ['tool_result', 'use open(e7) or recall(query)', 2],
    ['tool_result', 'use open(e7) or recall(query)', 3],
    ['tool_call', 'use recall(query)', undefined],
    ['tool_call', 'use open(e7) or recall(query)', 2],
    ['tool_call', 'use open(e7) or recall(query)', 3],
  ] as const)('I-15 the note of a cut %s says %s at version %s', (kind, said, noteVersion) => {
    const text = 'z'.repeat(3_000);
    const args = JSON.stringify({ path: 'a.ts', content: text });
    const body: EventBody =
      kind === 'tool_call' ? { text: '', meta: {}, call: { id: 'c', name: 'write', arguments: args } } : { text, meta: {} };
    const cut = { ranges: [{ from: 0, to: 90 }], tokens: 40, ...(noteVersion && { noteVersion }) };
    const block = renderEntry(makeEntry(7, kind, 900, { form: 'preview', cut }), { body, fullText: body.text }, 40);
    expect(block.text).toMatch(/\d+ characters left out; use /);
    expect(block.text).toContain(`left out; ${said} for them]`);
    expect(block.text.includes('…')).toBe(kind === 'tool_result' && noteVersion === 3);
    if (kind === 'tool_call') expect(JSON.parse(block.arguments!)).toEqual({ path: 'a.ts', content: expect.stringContaining(said) });
  });

  it.each([
    ['a text just short', 'y'.repeat(PREVIEW_FROM_CHARS - 1), 'head', 'y'.repeat(PREVIEW_FROM_CHARS - 1)],
    ['a long text', 'y'.repeat(PREVIEW_FROM_CHARS), 'head', `head\n${NOTE}`],
    ['a long text without a preview', 'y'.repeat(PREVIEW_FROM_CHARS), undefined, 'y'.repeat(PREVIEW_FROM_CHARS)],
  ])('%s previews as it should', (_name, fullText, preview, expected) => {
    expect(
      renderForms({ kind: 'tool_result', body: { text: fullText, meta: {} }, fullText, ...(preview === undefined ? {} : { preview }) }),
    ).toEqual({ whole: fullText, stripped: fullText, preview: expected, images: 0 });
  });

  it('images count and are stripped, documents show their preview, content artifacts are the text', () => {
    const artifacts = [artifact({}), artifact({ mime: 'application/pdf' }), artifact({ role: 'content', mime: 'text/plain' })];
    expect(renderForms({ kind: 'user_message', body: { text: '', meta: {}, artifacts }, fullText: 'see' })).toEqual({
      whole: 'see\na sheet',
      stripped: 'see\n[image]\n[document]',
      preview: 'see\n[image]\n[document]',
      images: 1,
    });
  });

  it('the words of attachments stand whole until shrunk, then as previews under their headings', () => {
    const attached = [
      { heading: '[Attachment: a.txt, text/plain]', text: 'z'.repeat(PREVIEW_FROM_CHARS), preview: 'last lines' },
      { heading: '[Attachment: image/png]', text: 'a cat', preview: 'a cat' },
    ];
    const artifacts = [artifact({ mime: 'text/plain', text: { encoding: 'utf-8' } }), artifact({ text: { given: 'a cat' } })];
    const fullText = `see\n${attached[0]!.heading}\n${attached[0]!.text}\n${attached[1]!.heading}\na cat`;
    const forms = renderForms({
      kind: 'user_message',
      body: { text: 'see', meta: {}, artifacts },
      fullText,
      parts: { own: 'see', attached },
    });
    expect(forms).toEqual({
      whole: fullText,
      stripped: fullText,
      preview: `see\n${attached[0]!.heading}\nlast lines\n${NOTE}\n${attached[1]!.heading}\na cat`,
      images: 1,
    });
  });

  it('an image that no provider takes is its stub in every form', () => {
    const body: EventBody = { text: '', meta: {}, artifacts: [artifact({ mime: 'image/heic' }), artifact({ sizeBytes: 9_000_000 })] };
    const stubs = 'see\n[image]\n[image]';
    expect(renderForms({ kind: 'user_message', body, fullText: 'see' })).toEqual({
      whole: stubs,
      stripped: stubs,
      preview: stubs,
      images: 0,
    });
    expect(renderEntry(makeEntry(1, 'user_message', 5), { body, fullText: 'see' }, 5).artifacts).toBeUndefined();
  });
});
