import { TEXT_ENCODINGS, type ArtifactRef, type EventBody, type TextEncoding } from '@total-recall/domain';
import type { ArtifactStore, KeyStore } from '@total-recall/ports';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createArtifactCodec } from '../artifacts/artifact-codec.ts';
import { createSystemRandom } from '../system/system-random.ts';
import { createContentReader } from './content-reader.ts';

const PLACE = { tenant: 't', space: 'sp' };
const keys = {
  spaceKey: () => Promise.resolve({ keyId: 'k', key: new Uint8Array(32) }),
  open: () => Promise.resolve(new Uint8Array(32)),
} as Partial<KeyStore> as KeyStore;

/** Artifacts in a map, which counts the bytes that are read. */
function build() {
  const stored = new Map<string, Uint8Array>();
  let read = 0;
  const store: Pick<ArtifactStore, 'put' | 'get' | 'stat'> = {
    put: async ({ artifactId }, bytes) => ({ created: stored.set(artifactId, Uint8Array.from(bytes)) !== undefined }),
    get: async ({ artifactId }, range) => {
      const bytes = stored.get(artifactId);
      const part = bytes && range ? bytes.subarray(range.from, range.to) : bytes;
      read += part?.length ?? 0;
      return part;
    },
    stat: async () => undefined,
  };
  const clock = { now: () => 0, monotonicMs: () => 0 };
  const artifacts = createArtifactCodec({ store: store as ArtifactStore, keys, clock, random: createSystemRandom() });
  const write = async (bytes: Uint8Array, of: Pick<ArtifactRef, 'role' | 'text'>): Promise<ArtifactRef> => {
    const { artifactId: id, sha256, sizeBytes } = await artifacts.write(PLACE, bytes, { mime: 'text/plain' });
    return { id, mime: 'text/plain', sizeBytes, sha256, createdAt: 0, preview: 'a preview', previewKind: 'text', ...of };
  };
  return { write, reader: () => createContentReader({ artifacts }), readBytes: () => read };
}

function encode(text: string, encoding: TextEncoding): Buffer {
  if (encoding === 'utf-16be') return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
  return encoding === 'windows-1252' ? Buffer.from(text, 'latin1') : Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'utf16le');
}

const texts = fc
  .tuple(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(80))
  .map(([words, times]) => words.repeat(times).toWellFormed());

it('the start of a text is the beginning of the whole, however its characters are written and wherever they are kept', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ text: texts, isKept: fc.boolean() }),
      fc.array(fc.record({ given: fc.option(texts), own: texts, encoding: fc.constantFrom(...TEXT_ENCODINGS) }), { maxLength: 2 }),
      fc.nat(4_000),
      async ({ text, isKept }, attached, chars) => {
        const { write, reader } = build();
        const artifacts = isKept ? [await write(Buffer.from(text, 'utf8'), { role: 'content' })] : [];
        for (const { given, own, encoding } of attached) {
          const givenId = given === null ? undefined : (await write(Buffer.from(given, 'utf8'), { role: 'text' })).id;
          const words = { ...(givenId !== undefined && { givenId }), encoding };
          artifacts.push(await write(encode(own, encoding), { role: 'attachment', text: words }));
        }
        const body = { text: isKept ? '' : text, meta: {}, artifacts } as Partial<EventBody> as EventBody;
        const whole = (await reader().read(PLACE, body)).fullText;
        expect(await reader().start(PLACE, body, chars)).toBe(whole.slice(0, chars));
      },
    ),
    { numRuns: 300 },
  );
});

it('the start of a large text costs its first bytes', async () => {
  const { write, reader, readBytes } = build();
  const text = Array.from({ length: 300_000 }, (_, at) => ((at * 2_654_435_761) % 4_294_967_296).toString(36)).join(' ');
  const content = await write(Buffer.from(text), { role: 'content' });
  const body = { text: '', meta: {}, artifacts: [content] } as Partial<EventBody> as EventBody;
  expect(await reader().start(PLACE, body, 16_384)).toBe(text.slice(0, 16_384));
  expect(readBytes()).toBeLessThan(200_000);
});

it('a text that was being read when all were forgotten is not kept', async () => {
  const { write, reader, readBytes } = build();
  const body: EventBody = { text: '', meta: {}, artifacts: [await write(Buffer.from('what was erased'), { role: 'content' })] };
  const own = reader();
  const reading = own.read(PLACE, body);
  own.forget();
  expect((await reading).fullText).toBe('what was erased');
  expect(own.heldChars).toBe(0);
  const before = readBytes();
  await own.read(PLACE, body);
  expect(readBytes()).toBeGreaterThan(before);
  expect(own.heldChars).toBe(15);
});
