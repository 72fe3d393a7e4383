import { describe, expect, it } from 'vitest';
import type { ReadModelGenerations } from '../src/read-model-generations.ts';
import { codeOf, withHarness, type ContractCapabilities, type ContractHarness } from './contract-harness.ts';

export interface GenerationsHarness extends ContractHarness<ReadModelGenerations> {
  /** Opens a generation as its projectors do, writes records up to this offset of partition 0, and closes it. */
  fill(generation: string, upTo: number): Promise<void>;
}

export interface GenerationsCapabilities extends ContractCapabilities {
  /** True when the next generation is filled beside the current one, false when that one is put aside first. */
  readonly fillsBeside: boolean;
  /** True when reads by other processes are counted. */
  readonly countsReads: boolean;
}

type Body = (generations: ReadModelGenerations, harness: GenerationsHarness, open: () => Promise<ReadModelGenerations>) => Promise<void>;

/** Tests the claims of the `ReadModelGenerations` port. */
export function readModelGenerationsContract(
  name: string,
  makeHarness: () => GenerationsHarness,
  capabilities: GenerationsCapabilities,
): void {
  const { fillsBeside } = capabilities;
  const withGenerations = (body: Body): Promise<void> => {
    const harness = makeHarness();
    return withHarness(
      () => harness,
      async (open) => body(await open(), harness, open),
    );
  };
  /** Makes the first generation, begins the next one and fills it. */
  const begun = async (generations: ReadModelGenerations, { fill }: GenerationsHarness): Promise<{ first: string; next: string }> => {
    const { toFill: first } = await generations.standing();
    await fill(first, 4);
    const { generation: next } = await generations.begin();
    await fill(next, 2);
    return { first, next };
  };

  describe(`${name}: ReadModelGenerations`, () => {
    it('names the first one to fill, which is current once somebody opened it', () =>
      withGenerations(async (generations, { fill }) => {
        const { toFill, ...rest } = await generations.standing();
        expect(rest).toEqual({ current: undefined, isBegun: false, left: [] });
        expect(await generations.list()).toEqual([]);
        expect(await codeOf(generations.marks(toFill, 0))).toBe('unavailable');
        await fill(toFill, 4);
        expect(await generations.standing()).toMatchObject({ current: toFill, isBegun: false, left: [] });
        expect(await generations.list()).toEqual([toFill]);
        expect(await generations.marks(toFill, 0)).toMatchObject({ folded: 4, searchable: 4 });
      }));

    it('begins one generation, however often it is told to, and shows it to nobody before the switch', () =>
      withGenerations(async (generations, harness) => {
        const { first, next } = await begun(generations, harness);
        expect(await generations.begin()).toEqual({ generation: next });
        expect(await generations.marks(next, 0)).toMatchObject({ searchable: 2 });
        expect(await generations.standing()).toEqual({
          current: fillsBeside ? first : undefined,
          toFill: next,
          isBegun: true,
          left: [],
        });
        if (fillsBeside) expect(await generations.marks(first, 0)).toMatchObject({ searchable: 4 });
        expect((await generations.list()).toSorted()).toEqual(fillsBeside ? [first, next].toSorted() : [next]);
      }));

    it('says what it put aside, once', () =>
      withGenerations(async (generations, { fill }) => {
        const { toFill } = await generations.standing();
        await fill(toFill, 4);
        const { aside } = await generations.begin();
        expect(typeof aside).toBe(fillsBeside ? 'undefined' : 'string');
        expect((await generations.begin()).aside).toBeUndefined();
      }));

    it('switches to a generation, leaves the former one to be dropped, and names the next', () =>
      withGenerations(async (generations, harness) => {
        const { first, next } = await begun(generations, harness);
        await generations.switchTo(next);
        await generations.switchTo(next);
        const { toFill, ...rest } = await generations.standing();
        expect(rest).toEqual({ current: next, isBegun: false, left: fillsBeside ? [first] : [] });
        if (fillsBeside) expect([first, next]).not.toContain(toFill);
        expect(await generations.marks(next, 0)).toMatchObject({ searchable: 2 });
      }));

    it('refuses to switch to what does not exist and to drop what is current, and drops the rest for good', () =>
      withGenerations(async (generations, harness) => {
        const { first, next } = await begun(generations, harness);
        await generations.switchTo(next);
        expect(await codeOf(generations.switchTo('never'))).toBe('not_found');
        expect(await codeOf(generations.drop(next))).toBe('invalid_request');
        expect((await generations.standing()).current).toBe(next);
        for (const left of (await generations.standing()).left) await generations.drop(left);
        await generations.drop('never');
        expect(await generations.list()).toEqual([next]);
        if (first !== next) expect(await codeOf(generations.marks(first, 0))).toBe('unavailable');
        expect(await generations.standing()).toMatchObject({ current: next, left: [] });
      }));

    it('counts reads of marks where other processes read', () =>
      withGenerations(async (generations, { fill }) => {
        const { toFill } = await generations.standing();
        await fill(toFill, 1);
        const before = await generations.reads(toFill);
        await generations.marks(toFill, 0);
        const after = await generations.reads(toFill);
        expect(after > before).toBe(capabilities.countsReads);
        expect(await generations.reads('never')).toBe(0);
      }));

    it(
      'is claimed by one rebuild of those that ask at once, and by another after it',
      () =>
        withGenerations(async (generations, { fill }) => {
          await fill((await generations.standing()).toFill, 1);
          expect(generations.claim !== undefined).toBe(fillsBeside);
          if (!generations.claim) return;
          const claims = await Promise.all([generations.claim(), generations.claim(), generations.claim()]);
          const [held, ...others] = claims.filter((claim) => claim !== undefined);
          expect([held!.lost.aborted, others]).toEqual([false, []]);
          await held!.release();
          await held!.release();
          const next = await generations.claim();
          expect(next).toBeDefined();
          await held!.release();
          expect(next!.lost.aborted).toBe(false);
          await next!.release();
        }),
      30_000,
    );

    it('refuses everything with closed after close', () =>
      withGenerations(async (generations) => {
        await generations.close();
        const calls = [
          generations.list(),
          generations.standing(),
          generations.begin(),
          generations.marks('any', 0),
          generations.switchTo('any'),
          generations.reads('any'),
          generations.drop('any'),
        ];
        expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'closed'));
        await generations.close();
      }));

    if (capabilities.reopen)
      it('goes on where it was after a crash, before the switch and after it', () =>
        withGenerations(async (generations, harness, open) => {
          const { next } = await begun(generations, harness);
          const before = await generations.standing();
          await generations.close();
          const again = await open();
          expect(await again.standing()).toEqual(before);
          expect(await again.begin()).toEqual({ generation: next });
          expect(await again.marks(next, 0)).toMatchObject({ searchable: 2 });
          await again.switchTo(next);
          const after = await again.standing();
          await again.close();
          expect(await (await open()).standing()).toEqual(after);
        }));
  });
}
