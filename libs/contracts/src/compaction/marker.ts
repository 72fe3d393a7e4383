import { z } from 'zod';
import { time } from '../wire/time.ts';

export const marker = z.object({
  id: z.string(),
  eventId: z.string().describe('The compaction event that holds its manifest.'),
  fromTurn: z.number(),
  toTurn: z.number(),
  fromOrdinal: z.number(),
  toOrdinal: z.number(),
  topics: z.array(z.string()),
  level: z.number(),
  eventCount: z.number(),
  evictedTokens: z.number(),
  tokens: z.number(),
  text: z.string().optional().describe('Text as shown in the window; absent for markers from before it was stored.'),
  templateVersion: z.number().optional(),
  profile: z
    .object({
      slices: z.array(z.number()),
      terms: z.array(z.string()),
      at: z.array(z.number()),
      worth: z.array(z.number()),
      counts: z.array(z.string()).optional(),
    })
    .optional()
    .describe('Terms and counts of its events beyond its topics, terms by slices of the span; merged markers are made of them.'),
  fromTime: time,
  toTime: time,
});

export const manifest = z.object({
  eventIds: z.array(z.string()),
  anchors: z.array(z.object({ eventId: z.string(), why: z.enum(['decision', 'error', 'constraint', 'objective']) })),
  artifactIds: z.array(z.string()),
  taskStateVersion: z.number(),
  hints: z.object({ entities: z.array(z.string()), paths: z.array(z.string()), tools: z.array(z.string()), keywords: z.array(z.string()) }),
});

export const markerList = z.object({ markers: z.array(marker.extend({ session: z.string(), importance: z.number() })) });
export const markerManifest = z.object({ marker, manifests: z.array(manifest) });
