import { PREVIEW_KINDS, TEXT_ENCODINGS } from '@total-recall/domain';
import { z } from 'zod';
import { artifactId } from '../wire/identifier.ts';
import { time } from '../wire/time.ts';

export const artifactRef = z.object({
  id: artifactId,
  role: z.enum(['content', 'attachment', 'text']).describe('text: the text given with the preceding attachment.'),
  mime: z.string(),
  sizeBytes: z.number(),
  widthPixels: z.number().optional().describe('On a picture that models take; absent where its header does not say it.'),
  heightPixels: z.number().optional(),
  sha256: z.string(),
  createdAt: time,
  title: z.string().optional(),
  preview: z.string(),
  previewKind: z.enum(PREVIEW_KINDS),
  text: z
    .object({ given: z.string().optional(), givenId: artifactId.optional(), encoding: z.enum(TEXT_ENCODINGS).optional() })
    .optional()
    .describe(
      'Source of the words of an attachment: text given with it (here, or as an artifact of its own), or its bytes in this encoding.',
    ),
});
