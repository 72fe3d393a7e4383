import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairSchedule, type FairScheduleLimits } from './fair-schedule.ts';

const LIMITS: FairScheduleLimits = { slots: 2, waitingPerTenant: 8, waiting: 20, lead: 2, credit: 8 };
const TENANTS = ['a', 'b', 'c', 'd'];

interface Job {
  readonly tenant: string;
  /** Cost of each of its steps. */
  readonly steps: readonly number[];
  /** Slots that it asks for; 1 if absent. */
  readonly slots?: number;
}

const cost = fc.double({ min: 0.01, max: 5, noNaN: true });
const jobOf = (tenant: fc.Arbitrary<string>): fc.Arbitrary<Job> =>
  fc.record({ tenant, steps: fc.array(cost, { minLength: 1, maxLength: 6 }) });
const limits = fc.record({ slots: fc.integer({ min: 1, max: 5 }) }).map((given) => ({ ...LIMITS, ...given }));

/** Plays jobs through a schedule: one step at a time, of a running job that `pick` selects. */
function createPlayer(schedule: FairSchedule<Job>) {
  const running: Job[] = [];
  const done = new Map<Job, number>();
  const served = new Map<string, number>();
  let turn = 0;
  return {
    running,
    served: (tenant: string) => served.get(tenant) ?? 0,
    start() {
      for (let job = schedule.next(); job !== undefined; job = schedule.next()) running.push(job);
    },
    step() {
      turn += 1;
      const job = running[turn % running.length]!;
      const at = done.get(job) ?? 0;
      const step = job.steps[at]!;
      done.set(job, at + 1);
      schedule.charge(job.tenant, step);
      served.set(job.tenant, (served.get(job.tenant) ?? 0) + step);
      const isLast = at + 1 === job.steps.length;
      if (!isLast && !schedule.shouldGiveWay(job.tenant)) return;
      running.splice(running.indexOf(job), 1);
      if (isLast) schedule.end(job.tenant, job);
      else schedule.giveWay(job.tenant, job);
    },
  };
}

const slotsOf = ({ slots = 1 }: Job): number => slots;
/** Slots that a job holds where so many are in all. */
const heldBy = (job: Job, slots: number): number => Math.min(slotsOf(job), Math.max(1, slots >> 1));
const wideJobOf = (tenant: fc.Arbitrary<string>): fc.Arbitrary<Job> =>
  fc.tuple(jobOf(tenant), fc.integer({ min: 1, max: 20 })).map(([job, slots]) => ({ ...job, slots }));

describe('a fair schedule of jobs that hold several slots', () => {
  it('never holds more than its bounds, leaves a tenant half beside others, and ends with every job done', () => {
    fc.assert(
      fc.property(limits, fc.array(fc.option(wideJobOf(fc.constantFrom(...TENANTS))), { maxLength: 200 }), (given, acts) => {
        const schedule = new FairSchedule<Job>(given, undefined, slotsOf);
        const player = createPlayer(schedule);
        const held = (jobs: readonly Job[]): number => jobs.reduce((sum, job) => sum + heldBy(job, given.slots), 0);
        for (const job of acts) {
          if (job !== null) schedule.add(job.tenant, job);
          else if (player.running.length > 0) player.step();
          player.start();
          expect(schedule.underWay).toBe(player.running.length);
          expect(held(player.running)).toBeLessThanOrEqual(given.slots);
          if (schedule.waiting > 0) expect(schedule.underWay).toBeGreaterThan(0);
        }
        while (player.running.length > 0) {
          player.step();
          player.start();
        }
        expect([schedule.waiting, schedule.tenants]).toEqual([0, 0]);
      }),
    );
  });

  it('has one heavy job of a tenant under way beside the light ones of another, and puts none off for ever', () => {
    const schedule = new FairSchedule<Job>({ ...LIMITS, slots: 16, waitingPerTenant: 100, waiting: 200 }, undefined, slotsOf);
    const player = createPlayer(schedule);
    schedule.add('quiet', { tenant: 'quiet', steps: [0.1] });
    player.start();
    for (let at = 0; at < 20; at += 1) schedule.add('noisy', { tenant: 'noisy', steps: [2, 2], slots: 17 });
    player.start();
    expect(player.running.map(({ tenant }) => tenant)).toEqual(['quiet', 'noisy']);
    // Light jobs that never end to come do not keep the heavy one out.
    for (let act = 0; act < 400; act += 1) {
      while (schedule.waitingOf('quiet') < 30) schedule.add('quiet', { tenant: 'quiet', steps: [0.1] });
      player.start();
      expect(player.running.filter(({ tenant }) => tenant === 'noisy').length).toBeLessThanOrEqual(1);
      player.step();
    }
    expect(player.served('noisy')).toBeGreaterThan(5);
    expect(player.served('quiet')).toBeGreaterThan(5);
  });
});

describe('a fair schedule', () => {
  it('never holds more than its bounds, and never stands still while a job waits', () => {
    fc.assert(
      fc.property(limits, fc.array(fc.option(jobOf(fc.constantFrom(...TENANTS))), { maxLength: 200 }), (given, acts) => {
        const schedule = new FairSchedule<Job>(given);
        const player = createPlayer(schedule);
        for (const job of acts) {
          if (job === null) {
            if (player.running.length > 0) player.step();
          } else {
            const [own, all] = [schedule.waitingOf(job.tenant), schedule.waiting];
            const refused = schedule.add(job.tenant, job);
            expect(refused).toBe(own >= given.waitingPerTenant ? 'tenant' : all >= given.waiting ? 'all' : undefined);
          }
          player.start();
          expect(schedule.underWay).toBe(player.running.length);
          expect(schedule.underWay).toBeLessThanOrEqual(given.slots);
          if (schedule.waiting > 0) expect(schedule.underWay).toBeGreaterThan(0);
        }
        while (player.running.length > 0) {
          player.step();
          player.start();
        }
        expect(schedule.waiting).toBe(0);
        expect(schedule.tenants).toBe(0);
      }),
    );
  });

  it('uses every slot for one tenant that nobody else is beside', () => {
    fc.assert(
      fc.property(limits, fc.array(jobOf(fc.constant('a')), { minLength: 8, maxLength: 8 }), (given, jobs) => {
        const schedule = new FairSchedule<Job>(given);
        const player = createPlayer(schedule);
        for (const job of jobs) schedule.add('a', job);
        for (player.start(); player.running.length > 0; player.start()) {
          if (schedule.waiting > 0) expect(player.running).toHaveLength(given.slots);
          player.step();
        }
      }),
    );
  });

  it('gives tenants that always want more their shares by weight, whatever their jobs cost', () => {
    const weights = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }));
    const jobs = fc.tuple(fc.array(cost, { minLength: 1, maxLength: 6 }), fc.array(cost, { minLength: 1, maxLength: 6 }));
    fc.assert(
      fc.property(limits, weights, jobs, (given, [weightA, weightB], [stepsA, stepsB]) => {
        const schedule = new FairSchedule<Job>(given, (tenant) => (tenant === 'a' ? weightA : weightB));
        const player = createPlayer(schedule);
        const sent: Job[] = [
          { tenant: 'a', steps: stepsA },
          { tenant: 'b', steps: stepsB },
        ];
        for (let act = 0; act < 2_000; act += 1) {
          for (const job of sent) while (schedule.waitingOf(job.tenant) < 4) schedule.add(job.tenant, { ...job });
          player.start();
          player.step();
        }
        const apart = Math.abs(player.served('a') / weightA - player.served('b') / weightB);
        // The lead that a tenant may have, plus the steps of the jobs under way.
        expect(apart).toBeLessThanOrEqual(LIMITS.lead + LIMITS.credit + 5 * given.slots);
      }),
    );
  });

  it('lets a tenant that comes now and then in after one step of the others, and starves nobody however many come', () => {
    fc.assert(
      fc.property(limits, fc.array(cost, { minLength: 2, maxLength: 6 }), fc.integer({ min: 0, max: 40 }), (given, steps, before) => {
        const schedule = new FairSchedule<Job>({ ...given, waiting: 1_000 });
        const player = createPlayer(schedule);
        const fill = (): void => {
          while (schedule.waitingOf('busy') < 4) schedule.add('busy', { tenant: 'busy', steps });
        };
        for (let act = 0; act < before; act += 1) {
          fill();
          player.start();
          player.step();
        }
        fill();
        player.start();
        const under = player.running.length;
        const job = { tenant: 'quiet', steps: [0.5] };
        schedule.add('quiet', job);
        const hadBefore = player.served('busy');
        let waited = 0;
        for (player.start(); !player.running.includes(job); player.start()) {
          player.step();
          waited += 1;
        }
        expect(player.served('busy') - hadBefore).toBeLessThanOrEqual(LIMITS.lead + 5 * under);
        if (hadBefore > LIMITS.lead) expect(waited).toBeLessThanOrEqual(under);
        // A stream of tenants that are new each time: the busy one is still served.
        const had = player.served('busy');
        for (let act = 0; act < 400; act += 1) {
          fill();
          if (schedule.waiting < 20) schedule.add(`new ${act}`, { tenant: `new ${act}`, steps: [1, 1] });
          player.start();
          player.step();
        }
        expect(player.served('busy')).toBeGreaterThan(had);
      }),
    );
  });
});
