import type { Attachment, NewEvent } from '@total-recall/domain';
import { gifOf } from '@total-recall/domain/testing';
import { describe, expect, it } from 'vitest';
import { createMemoryService, createServiceStores } from '../../testing/memory-service.ts';

const PLACE = { tenant: 'acme', space: 'main', session: 's1' };
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Makes a file with a unique word at its start, in its middle and at its end. */
function file(lines: number) {
  const rows = Array.from({ length: lines }, (_, at) => `key_${at} = ${['amber', 'birch', 'cedar', 'delta'][at % 4]} ${at * 7}`);
  const marks = ['zqstart41', 'zqmiddle42', 'zqend43'];
  rows.splice(0, 0, marks[0]!);
  rows.splice(lines / 2, 0, marks[1]!);
  return { marks, text: [...rows, marks[2]!].join('\n') };
}
const { marks, text } = file(400);

async function withAttachment(attachment: Attachment, windowTokens = 32_768) {
  const { ingest, retriever } = createMemoryService(createServiceStores(), { policy: { windowTokens } });
  await ingest.start();
  const { events } = await ingest.append({
    ...PLACE,
    events: [{ kind: 'user_message', text: 'Here is a file, use it.', attachments: [attachment] }],
    wait: 'searchable',
  });
  return { ingest, retriever, eventId: events[0]!.id };
}

describe('an attachment', () => {
  it.each<[string, Attachment]>([
    ['a text file', { mime: 'text/plain', data: Buffer.from(text), title: 'app.conf' }],
    ['a text file in UTF-16', { mime: 'text/plain', data: Buffer.from(`\ufeff${text}`, 'utf16le') }],
    ['a text file in UTF-16 without a mark', { mime: 'text/plain', data: Buffer.from(text, 'utf16le').swap16() }],
    ['a text file in single bytes', { mime: 'text/csv', data: Buffer.from(`${text}\nfür`, 'latin1') }],
    ['a text file with its charset', { mime: 'text/plain; charset=ISO-8859-1', data: Buffer.from(`${text}\nfür`, 'latin1') }],
    ['text of no type', { mime: 'application/octet-stream', data: Buffer.from(text) }],
    ['a document with its text', { mime: 'application/pdf', data: Buffer.from('%PDF-1.4 x'), title: 'big.pdf', text }],
    ['a picture with what stands on it', { mime: 'image/png', data: PNG, text }],
  ])('%s is found by any line of it, shown whole while it fits, and had again whole', async (_name, attachment) => {
    const { ingest, retriever, eventId } = await withAttachment(attachment);
    const window = await retriever.assembleWindow(PLACE);
    const shown = window.blocks.find((block) => block.eventId === eventId)!;
    expect(shown.text).toContain('[Attachment: ');
    for (const mark of marks) {
      expect(shown.text).toContain(mark);
      const answer = await retriever.recall({ ...PLACE, queries: [mark] });
      expect(answer.rendered).toContain(mark);
      const passage = answer.passages.find((one) => one.text.includes(mark))!;
      const from = Buffer.from(shown.text).indexOf(mark);
      expect([passage.fromByte <= from, passage.toByte >= from + mark.length]).toEqual([true, true]);
    }
    const { body } = await retriever.event({ ...PLACE, eventId });
    const kept = await Promise.all(body!.artifacts!.map(({ id: artifactId }) => retriever.artifact({ ...PLACE, artifactId })));
    const isKept = (wanted: Uint8Array) => kept.some(({ bytes }) => Buffer.from(wanted).equals(bytes));
    expect(isKept(attachment.data)).toBe(true);
    if (attachment.text !== undefined) expect(isKept(Buffer.from(attachment.text))).toBe(true);
    await ingest.stop();
  });

  it('that is pinned keeps its picture where a window has too many', async () => {
    const { ingest, retriever } = createMemoryService(createServiceStores(), { policy: { windowTokens: 400_000 } });
    await ingest.start();
    const shot = (at: number): NewEvent => ({
      kind: 'user_message',
      text: `shot ${at}`,
      attachments: [{ mime: 'image/png', data: Uint8Array.from([...PNG, at]) }],
      ...(at === 0 ? { meta: { pinned: true } } : {}),
    });
    await ingest.append({ ...PLACE, events: Array.from({ length: 101 }, (_, at) => shot(at)), wait: 'searchable' });
    const { blocks } = await retriever.assembleWindow(PLACE);
    const shown = blocks.filter(({ artifacts = [] }) => artifacts.length > 0).map(({ text: said }) => said);
    expect(shown.slice(0, 2)).toEqual(['shot 0', 'shot 5']);
    expect(shown).toHaveLength(97);
    await ingest.stop();
  });

  it('that is an animated GIF is named to models of OpenAI, which refuse it, and shown to others', async () => {
    const sentOf = async (frames: number) => {
      const { ingest, retriever } = await withAttachment({ mime: 'image/gif', data: gifOf(frames) });
      const { openai } = await retriever.assembleWindow({ ...PLACE, format: 'openai' });
      const { anthropic } = await retriever.assembleWindow({ ...PLACE, format: 'anthropic' });
      await ingest.stop();
      return [JSON.stringify(openai!.messages), JSON.stringify(anthropic!.messages)];
    };
    const [openAi, anthropic] = await sentOf(2);
    expect([openAi!.includes('base64'), openAi!.includes('[image]'), anthropic!.includes('base64')]).toEqual([false, true, true]);
    for (const still of await sentOf(1)) expect(still).toContain('base64');
  });

  it('goes to a model as a picture only where providers take it, and costs what is shown', async () => {
    const tokensOf = async (attachment: Attachment) => {
      const { ingest, retriever } = await withAttachment(attachment);
      const { blocks, openai } = await retriever.assembleWindow({ ...PLACE, format: 'openai' });
      await ingest.stop();
      return { sent: JSON.stringify(openai), block: blocks.at(-1)! };
    };
    const png = await tokensOf({ mime: 'image/png', data: PNG });
    expect(png.sent).toContain('data:image/png;base64,');
    expect(png.block.tokens).toBeGreaterThan(1_600);
    const tiff = await tokensOf({ mime: 'image/tiff', data: Uint8Array.from([0x49, 0x49, 0x2a, 0]) });
    expect([tiff.sent.includes('base64'), tiff.block.text, tiff.block.tokens < 30]).toEqual([
      false,
      'Here is a file, use it.\n[image]',
      true,
    ]);
  });

  it('that is a picture taller than providers take is told, and costs its stub', async () => {
    const { ingest, retriever, eventId } = await withAttachment({ mime: 'image/png', data: pngOf(1_440, 8_570) });
    const { blocks, anthropic } = await retriever.assembleWindow({ ...PLACE, format: 'anthropic' });
    const { body } = await retriever.event({ ...PLACE, eventId });
    await ingest.stop();
    expect(JSON.stringify(anthropic)).not.toContain('base64');
    expect(blocks.at(-1)).toMatchObject({ text: 'Here is a file, use it.\n[image of 1440x8570 pixels, too large to show]' });
    expect(blocks.at(-1)!.tokens).toBeLessThan(40);
    expect(body!.artifacts).toMatchObject([{ widthPixels: 1_440, heightPixels: 8_570 }]);
  });

  it('that is a picture is left out where more would be too many, the oldest first', async () => {
    const { ingest, retriever } = createMemoryService(createServiceStores(), { policy: { windowTokens: 131_072 } });
    await ingest.start();
    for (let at = 0; at < 22; at++) {
      const attachments = [{ mime: 'image/png', data: pngOf(1_440, 2_570, at) }];
      await ingest.append({ ...PLACE, events: [{ kind: 'user_message', text: `shot ${at}`, attachments }], wait: 'searchable' });
    }
    const { blocks, anthropic } = await retriever.assembleWindow({ ...PLACE, format: 'anthropic' });
    await ingest.stop();
    const left = blocks.filter(({ text }) => text.includes('[image, left out')).map(({ text }) => text.split('\n')[0]);
    expect(left).toEqual(['shot 0', 'shot 1', 'shot 2', 'shot 3']);
    expect(JSON.stringify(anthropic).split('"type":"image"')).toHaveLength(19);
  });
});

/** Makes the header of a PNG of this size, with a byte that tells it from others. */
function pngOf(width: number, height: number, mark = 0): Uint8Array {
  const bytes = Buffer.alloc(33);
  bytes.set([...PNG, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes[32] = mark;
  return bytes;
}
