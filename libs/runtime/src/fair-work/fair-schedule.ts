export interface FairScheduleLimits {
  /** Slots for jobs under way. While others are active, a tenant gets half of them, but at least one. */
  readonly slots: number;
  readonly waitingPerTenant: number;
  readonly waiting: number;
  /** Lead in charged cost from which on a tenant's jobs hold back while jobs of others are under way. */
  readonly lead: number;
  /** Most credit of a returning tenant, by which it comes before those that were busy meanwhile. */
  readonly credit: number;
}

interface Account<Job> {
  readonly weight: number;
  /** Cost charged to the tenant so far, divided by its weight. */
  had: number;
  /** In order; jobs that gave way come first. */
  readonly waiting: Job[];
  /** Slots that its jobs under way hold. */
  held: number;
  /** Value of `#now` at its last activity. */
  seen: number;
}

/** Virtual time after which an idle tenant is forgotten. */
const ABOUT = 200;

/** Queue that is full: the tenant's or the whole one. */
export type NoRoom = 'tenant' | 'all';

/**
 * Chooses the next job by weighted fair queueing: of the waiting tenants, the one with the least charged cost by
 * weight. A tenant that returns after a pause starts slightly below the others, wherever it was before. So it cannot
 * save up unused time, and need not pay back time that nobody else wanted. Between its steps, a job asks whether it
 * should give way: it should once its tenant leads a waiting or running one by more than `lead`. Pure: it knows no
 * time and starts nothing.
 */
export class FairSchedule<Job> {
  readonly #limits: FairScheduleLimits;
  readonly #weightOf: (tenant: string) => number;
  readonly #slotsOf: (job: Job) => number;
  readonly #accounts = new Map<string, Account<Job>>();
  #waiting = 0;
  #underWay = 0;
  #held = 0;
  /** Virtual time: cost charged to a tenant that was always active. */
  #now = 0;

  /** `slotsOf` says how many slots a job holds, always the same; never more than a tenant gets beside others. */
  constructor(limits: FairScheduleLimits, weightOf: (tenant: string) => number = () => 1, slotsOf: (job: Job) => number = () => 1) {
    this.#limits = limits;
    this.#weightOf = weightOf;
    this.#slotsOf = (job) => Math.min(this.#half, Math.max(1, slotsOf(job)));
  }

  get #half(): number {
    return Math.max(1, this.#limits.slots >> 1);
  }

  get waiting(): number {
    return this.#waiting;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** Counts tenants with a job that waits or is under way. */
  get tenants(): number {
    return this.#active().length;
  }

  /** Counts the waiting jobs of a tenant. */
  waitingOf(tenant: string): number {
    return this.#accounts.get(tenant)?.waiting.length ?? 0;
  }

  /** Queues a job. Returns the queue that is full, if one is. */
  add(tenant: string, job: Job): NoRoom | undefined {
    if (this.waitingOf(tenant) >= this.#limits.waitingPerTenant) return 'tenant';
    if (this.#waiting >= this.#limits.waiting) return 'all';
    this.#accountOf(tenant).waiting.push(job);
    this.#waiting += 1;
    return undefined;
  }

  /**
   * Starts the next job and returns it; undefined if none waits or may start. Where the first in turn needs more slots
   * than are free, nothing overtakes it, so that it is not put off by small ones for ever.
   */
  next(): Job | undefined {
    if (this.#waiting === 0) return undefined;
    let first: Account<Job> | undefined;
    for (const account of this.#accounts.values())
      if (this.#mayStart(account) && (first === undefined || account.had < first.had)) first = account;
    if (first === undefined || !this.#fits(first) || this.#leads(first)) return undefined;
    const job = first.waiting.shift()!;
    const slots = this.#slotsOf(job);
    this.#waiting -= 1;
    this.#underWay += 1;
    this.#held += slots;
    first.held += slots;
    return job;
  }

  charge(tenant: string, cost: number): void {
    const account = this.#accounts.get(tenant);
    if (account === undefined) return;
    const active = this.#active();
    account.had += cost / account.weight;
    this.#now += cost / active.reduce((sum, { weight }) => sum + weight, 0);
    this.#now = Math.max(this.#now, Math.min(...active.map(({ had }) => had)));
  }

  /** Returns true when a job under way should give way, because its tenant leads another active one by too much. */
  shouldGiveWay(tenant: string): boolean {
    const account = this.#accounts.get(tenant);
    if (account === undefined) return false;
    const waits = (other: Account<Job>): boolean => other !== account && this.#mayStart(other) && !this.#fits(other);
    return this.#leads(account) || this.#least(waits) < account.had - this.#limits.lead;
  }

  /** Puts a job under way back into the queue, before the others of its tenant. */
  giveWay(tenant: string, job: Job): void {
    this.end(tenant, job, () => this.comeBack(tenant, job));
  }

  /** Queues a job that paused, before the others of its tenant. It is accepted even if the queue is full. */
  comeBack(tenant: string, job: Job): void {
    this.#accountOf(tenant).waiting.unshift(job);
    this.#waiting += 1;
  }

  /** Removes a waiting job. */
  remove(tenant: string, job: Job): void {
    const account = this.#accounts.get(tenant);
    const at = account?.waiting.indexOf(job) ?? -1;
    if (account === undefined || at < 0) return;
    account.waiting.splice(at, 1);
    this.#waiting -= 1;
    this.#forgetIdle();
  }

  /** Ends a job under way. */
  end(tenant: string, job: Job, before: () => void = () => undefined): void {
    const account = this.#accounts.get(tenant)!;
    const slots = this.#slotsOf(job);
    account.held -= slots;
    account.seen = this.#now;
    this.#underWay -= 1;
    this.#held -= slots;
    before();
    this.#forgetIdle();
  }

  /** Returns true when the next job of a tenant is within what the tenant may hold. */
  #mayStart({ waiting, held }: Account<Job>): boolean {
    const most = this.#accounts.size > 1 ? this.#half : this.#limits.slots;
    return waiting.length > 0 && held + this.#slotsOf(waiting[0]!) <= most;
  }

  /** Returns true when enough slots are free for the next job of a tenant. */
  #fits({ waiting }: Account<Job>): boolean {
    return this.#held + this.#slotsOf(waiting[0]!) <= this.#limits.slots;
  }

  /** Returns true when a tenant leads another one with a job under way by more than `lead`. */
  #leads(account: Account<Job>): boolean {
    return this.#least((other) => other !== account && other.held > 0) < account.had - this.#limits.lead;
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
    // A tenant that comes while nobody else is active gets no credit.
    const least = this.#waiting + this.#underWay === 0 ? this.#now : this.#now - this.#limits.credit;
    const account = this.#accounts.get(tenant) ?? { weight: this.#weightOf(tenant), had: least, waiting: [], held: 0, seen: 0 };
    if (!isActive(account)) account.had = Math.max(account.had, least);
    account.seen = this.#now;
    this.#accounts.set(tenant, account);
    return account;
  }

  /** Forgets idle tenants, and resets the virtual time once nobody is active. */
  #forgetIdle(): void {
    const isQuiet = this.#waiting + this.#underWay === 0;
    for (const [tenant, account] of this.#accounts)
      if (!isActive(account) && (isQuiet || account.seen < this.#now - ABOUT)) this.#accounts.delete(tenant);
    if (isQuiet) this.#now = 0;
  }
}

function isActive({ waiting, held }: Account<unknown>): boolean {
  return waiting.length > 0 || held > 0;
}
