import { isUtf8 } from 'node:buffer';
import { isTextMime, sniffMime, type Attachment, type NewEvent, type PolicySettings } from '@total-recall/domain';
import { mergeFindings, screenText, type ScreeningAction, type ScreeningFinding } from '@total-recall/runtime';

/** What of an event may be kept, and what was found in it. */
export interface ScreenedEvent {
  readonly text: string;
  readonly call: NewEvent['call'];
  readonly attachments: readonly Attachment[];
  readonly redactions: readonly ScreeningFinding[];
}

/** Screens everything of an event that is read as text: its text, the arguments of a call, titles, captions and text attachments. Source: E14. */
export function screenEvent(event: NewEvent, settings: PolicySettings): ScreenedEvent {
  const action = settings.redaction ?? 'off';
  const text = (event.text ?? '').toWellFormed();
  const attachments = event.attachments ?? [];
  if (action === 'off') return { text, call: event.call, attachments, redactions: [] };
  const main = screenText(text, action);
  const args = event.call?.arguments === undefined ? undefined : screenText(event.call.arguments, action);
  const screened = attachments.map((attachment) => screenAttachment(attachment, action));
  return {
    text: main.text,
    call: args ? { ...event.call!, arguments: args.text } : event.call,
    attachments: screened.map(({ attachment }) => attachment),
    redactions: mergeFindings([main.findings, args?.findings ?? [], ...screened.flatMap(({ findings }) => findings)]),
  };
}

function screenAttachment(
  attachment: Attachment,
  action: ScreeningAction,
): { attachment: Attachment; findings: (readonly ScreeningFinding[])[] } {
  const findings: (readonly ScreeningFinding[])[] = [];
  const screen = (text: string): string => {
    const screened = screenText(text, action);
    findings.push(screened.findings);
    return screened.text;
  };
  const { title, text, data } = attachment;
  return {
    attachment: {
      ...attachment,
      data: screenBytes(attachment.mime, data, screen),
      ...(title === undefined ? {} : { title: screen(title) }),
      ...(text === undefined ? {} : { text: screen(text) }),
    },
    findings,
  };
}

/** Bytes that are text, by what is said of them or by what they are, come back changed where something was masked only. */
function screenBytes(mime: string, data: Uint8Array, screen: (text: string) => string): Uint8Array {
  if (!isTextMime(mime) && !isTextMime(sniffMime(data))) return data;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  // Every other encoding keeps its bytes through latin1, and what is looked for is ASCII.
  const encoding = isUtf8(data) ? 'utf8' : bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'latin1';
  const text = bytes.toString(encoding);
  const screened = screen(text);
  return screened === text ? data : Buffer.from(screened, encoding);
}
