import { decodePosition, type Position } from '@total-recall/domain';
import type { EventLog } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

/** The position that the token of a caller's "after" stands for, in this partition where one is named. Errors: `invalid_position`. */
export async function positionIn(log: EventLog, token: string, partition?: number): Promise<Position> {
  const position = decodePosition(token);
  if (!position || position.generation !== log.generation || position.partition >= log.partitions)
    throw new TotalRecallError('invalid_position', 'The position in "after" is not one of this log.');
  if (partition !== undefined && position.partition !== partition)
    throw new TotalRecallError('invalid_position', 'The position in "after" is not one of this session.');
  if (position.offset > (await log.end(position.partition)))
    throw new TotalRecallError('invalid_position', 'The position in "after" lies beyond the end of the log.');
  return position;
}
