import { decodePosition, type Position } from '@total-recall/domain';
import type { EventLog } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

/** Parses a caller's `after`: one position, or the log ends that a recall covered. Errors: `invalid_position`. */
export async function positionsIn(log: EventLog, token: string): Promise<Position[]> {
  const positions: Position[] = [];
  for (const part of token.split(',')) {
    const position = decodePosition(part);
    if (!position || position.generation !== log.generation || position.partition >= log.partitions)
      throw new TotalRecallError('invalid_position', 'The position in "after" is not one of this log.');
    if (position.offset > (await log.end(position.partition)))
      throw new TotalRecallError('invalid_position', 'The position in "after" lies beyond the end of the log.');
    positions.push(position);
  }
  return positions;
}

/** Returns the position of `after` in one partition. Errors: `invalid_position`. */
export async function positionIn(log: EventLog, token: string, partition: number): Promise<Position> {
  const position = (await positionsIn(log, token)).find((one) => one.partition === partition);
  if (!position) throw new TotalRecallError('invalid_position', 'The position in "after" is not one of this session.');
  return position;
}
