import { TotalRecallError } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { createPartitionRoles } from './partition-roles.ts';

/** Creates roles over a core that records its calls and refuses what the test says. */
function rolesOver(refuses: (what: string) => boolean = () => false) {
  const told: string[] = [];
  const failures: unknown[] = [];
  const waits: (() => void)[] = [];
  const say = async (what: string): Promise<void> => {
    told.push(what);
    if (refuses(what)) throw new TotalRecallError('unavailable', 'Not now.');
  };
  const roles = createPartitionRoles({
    ingest: {
      take: (partition, role) => say(`take ${role} ${partition}`),
      release: (partition, role) => say(`release ${role} ${partition}`),
    },
    scheduler: { delay: () => new Promise((resolve) => waits.push(resolve)) },
    onFailure: (error) => failures.push(error),
  });
  return { roles, told, failures, passTime: () => waits.splice(0).forEach((wake) => wake()) };
}

describe('roles that are held', () => {
  it('are let go of before a step and taken up again after it', async () => {
    const { roles, told } = rolesOver();
    await roles.take(0, 'project');
    await roles.take(3, 'embed');
    await roles.take(1, 'project');
    await roles.release(1, 'project');
    told.splice(0);
    await roles.pauseAround(() => told.push('step'));
    expect(told).toEqual(['release project 0', 'release embed 3', 'step', 'take project 0', 'take embed 3']);
  });

  it('do not change while others do', async () => {
    const { roles, told } = rolesOver();
    await roles.take(0, 'project');
    told.splice(0);
    await Promise.all([roles.pauseAround(() => told.push('step')), roles.release(0, 'project'), roles.take(1, 'project')]);
    expect(told).toEqual(['release project 0', 'step', 'take project 0', 'release project 0', 'take project 1']);
  });

  it('are taken up again until it works, unless they were released', async () => {
    let isAway = false;
    const { roles, told, failures, passTime } = rolesOver((what) => isAway && what.startsWith('take'));
    await roles.take(0, 'project');
    await roles.take(1, 'project');
    isAway = true;
    await roles.pauseAround(() => undefined);
    expect(failures).toHaveLength(2);
    await roles.release(1, 'project');
    isAway = false;
    told.splice(0);
    passTime();
    await expect.poll(() => told).toEqual(['take project 0']);
  });

  it('are taken up again where one could not be let go of in peace', async () => {
    const { roles, told, failures } = rolesOver((what) => what === 'release embed 0');
    await roles.take(0, 'embed');
    await roles.take(0, 'project');
    told.splice(0);
    await roles.pauseAround(() => told.push('step'));
    expect(told).toEqual(['release embed 0', 'release project 0', 'step', 'take embed 0', 'take project 0']);
    expect(failures).toHaveLength(1);
  });

  it('are not held where the first take fails', async () => {
    const { roles, told } = rolesOver((what) => what === 'take embed 0');
    await expect(roles.take(0, 'embed')).rejects.toMatchObject({ code: 'unavailable' });
    told.splice(0);
    await roles.pauseAround(() => told.push('step'));
    expect(told).toEqual(['step']);
  });
});
