export interface FairScheduleLimits {
  /** Jobs under way at one time; of one tenant half of them, at least one, while others are about. */
  readonly slots: number;
  readonly waitingPerTenant: number;
  readonly waiting: number;
  /** By how much more than others a tenant may have had before its jobs hold back while those of the others are under way. */
  readonly lead: number;
  /** What a tenant that comes back is owed at most, so that it stands before those who were busy meanwhile. */
  readonly credit: number;
}

interface Account<Job> {
  readonly weight: number;
  /** What the tenant has had so far, by its weight. */
  had: number;
  /** In order; those that gave way come first. */
  readonly waiting: Job[];
  underWay: number;
  /** What `#now` was when it wanted something last. */
  seen: number;
}

/** A tenant is about until so much was done for others since it wanted something. */
const ABOUT = 200;

/** Why a job cannot even wait. */
export type NoRoom = 'tenant' | 'all';

/**
 * Who is next: of the tenants whose jobs wait the one that has had least, by weight. A tenant has had what its jobs were charged, and one that comes
 * back after a pause starts a little below the others, wherever it stood, so that nothing is saved up and nothing has to be paid back for using
 * what nobody wanted. A job that is under way asks between its steps whether it should give way, which it should once its tenant has had more by
 * `lead` than one that waits or is under way. Pure: holds no time and starts nothing.
 */
export class FairSchedule<Job> {
  readonly #limits: FairScheduleLimits;
  readonly #weightOf: (tenant: string) => number;
  readonly #accounts = new Map<string, Account<Job>>();
  #waiting = 0;
  #underWay = 0;
  /** What a tenant would have had that always wanted more. */
  #now = 0;

  constructor(limits: FairScheduleLimits, weightOf: (tenant: string) => number = () => 1) {
    this.#limits = limits;
    this.#weightOf = weightOf;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** Tenants with a job that waits or is under way. */
  get tenants(): number {
    return this.#active().length;
  }

  /** Jobs of a tenant that wait. */
  waitingOf(tenant: string): number {
    return this.#accounts.get(tenant)?.waiting.length ?? 0;
  }

  /** Lets a job wait; says where there is no room for it. */
  add(tenant: string, job: Job): NoRoom | undefined {
    if (this.waitingOf(tenant) >= this.#limits.waitingPerTenant) return 'tenant';
    if (this.#waiting >= this.#limits.waiting) return 'all';
    this.#accountOf(tenant).waiting.push(job);
    this.#waiting += 1;
    return undefined;
  }

  /** The next job, which is under way from now on; undefined where none waits or may start. */
  next(): Job | undefined {
    if (this.#underWay >= this.#limits.slots || this.#waiting === 0) return undefined;
    let first: Account<Job> | undefined;
    for (const account of this.#accounts.values())
      if (this.#mayStart(account) && (first === undefined || account.had < first.had)) first = account;
    if (first === undefined || this.#leads(first)) return undefined;
    this.#waiting -= 1;
    this.#underWay += 1;
    first.underWay += 1;
    return first.waiting.shift();
  }

  charge(tenant: string, cost: number): void {
    const account = this.#accounts.get(tenant);
    if (account === undefined) return;
    const active = this.#active();
    account.had += cost / account.weight;
    this.#now += cost / active.reduce((sum, { weight }) => sum + weight, 0);
    this.#now = Math.max(this.#now, Math.min(...active.map(({ had }) => had)));
  }

  /** Whether a job under way should make room, as its tenant has had much more than another one that wants something now. */
  shouldGiveWay(tenant: string): boolean {
    const account = this.#accounts.get(tenant);
    if (account === undefined) return false;
    const isFull = this.#underWay >= this.#limits.slots;
    return (
      this.#leads(account) ||
      (isFull && this.#least((other) => other !== account && this.#mayStart(other)) < account.had - this.#limits.lead)
    );
  }

  /** A job under way waits again, before the others of its tenant. */
  giveWay(tenant: string, job: Job): void {
    this.end(tenant, () => this.comeBack(tenant, job));
  }

  /** A job that ended for a while wants to go on, before the others of its tenant; it has its room in any case. */
  comeBack(tenant: string, job: Job): void {
    this.#accountOf(tenant).waiting.unshift(job);
    this.#waiting += 1;
  }

  /** A job that waits does not want to any more. */
  remove(tenant: string, job: Job): void {
    const account = this.#accounts.get(tenant);
    const at = account?.waiting.indexOf(job) ?? -1;
    if (account === undefined || at < 0) return;
    account.waiting.splice(at, 1);
    this.#waiting -= 1;
    this.#forgetIdle();
  }

  /** A job under way is done. */
  end(tenant: string, before: () => void = () => undefined): void {
    const account = this.#accounts.get(tenant)!;
    account.underWay -= 1;
    account.seen = this.#now;
    this.#underWay -= 1;
    before();
    this.#forgetIdle();
  }

  /** Whether a tenant has a job that may start where a slot is free. */
  #mayStart({ waiting, underWay }: Account<Job>): boolean {
    const { slots } = this.#limits;
    return waiting.length > 0 && underWay < (this.#accounts.size > 1 ? Math.max(1, slots >> 1) : slots);
  }

  /** Whether a tenant has had more by `lead` than another one with a job under way. */
  #leads(account: Account<Job>): boolean {
    return this.#least((other) => other !== account && other.underWay > 0) < account.had - this.#limits.lead;
  }

  #least(of: (account: Account<Job>) => boolean): number {
    let least = Infinity;
    for (const account of this.#accounts.values()) if (of(account)) least = Math.min(least, account.had);
    return least;
  }

  #active(): Account<Job>[] {
    return [...this.#accounts.values()].filter(isActive);
  }

  #accountOf(tenant: string): Account<Job> {
    // Who comes while nobody else wants anything is owed nothing.
    const least = this.#waiting + this.#underWay === 0 ? this.#now : this.#now - this.#limits.credit;
    const account = this.#accounts.get(tenant) ?? { weight: this.#weightOf(tenant), had: least, waiting: [], underWay: 0, seen: 0 };
    if (!isActive(account)) account.had = Math.max(account.had, least);
    account.seen = this.#now;
    this.#accounts.set(tenant, account);
    return account;
  }

  /** Where nobody wants anything all begin anew. */
  #forgetIdle(): void {
    const isQuiet = this.#waiting + this.#underWay === 0;
    for (const [tenant, account] of this.#accounts)
      if (!isActive(account) && (isQuiet || account.seen < this.#now - ABOUT)) this.#accounts.delete(tenant);
    if (isQuiet) this.#now = 0;
  }
}

function isActive({ waiting, underWay }: Account<unknown>): boolean {
  return waiting.length > 0 || underWay > 0;
}
