import { PREVIEW_KINDS } from '@total-recall/domain';
import { z } from 'zod';
import { artifactId } from '../wire/identifier.ts';
import { time } from '../wire/time.ts';

export const artifactRef = z.object({
  id: artifactId,
  role: z.enum(['content', 'attachment']),
  mime: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  createdAt: time,
  title: z.string().optional(),
  preview: z.string(),
  previewKind: z.enum(PREVIEW_KINDS),
});
