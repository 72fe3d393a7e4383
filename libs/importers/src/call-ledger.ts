import { labelOf } from './json-values.ts';

interface Call {
  readonly id: string;
  readonly name: string;
  answered: boolean;
}

export interface CallToOpen {
  /** Id in the file; one is made up where it is absent. */
  readonly rawId: string | undefined;
  readonly name: string;
  /** Message that the call stands in, where the file tells. */
  readonly messageId: string | undefined;
  /** True where the event before it is a call, too. */
  readonly isBehindCall: boolean;
}

export interface AnsweredCall {
  readonly id: string;
  readonly name?: string;
  readonly problem?: string;
}

/**
 * Gives every call of a session a unique id, even where a file repeats one, and finds the call of a result. Among open
 * calls that share an id, a matching name decides first; then come those of the newest response, and of these the
 * earliest, as results come in the order of their calls.
 */
export function createCallLedger() {
  const unique = createUniqueIds();
  const latest = new Map<string, Call>();
  const waiting = createQueue();
  const waitingByName = new Map<string, CallQueue>();
  const sameId = new Map<string, OpenCalls>();
  const sameIdAndName = new Map<string, OpenCalls>();
  const responses = createResponses();

  function waitingFor(rawId: string | undefined, name: string | undefined): Call | undefined {
    if (rawId === undefined) return (name === undefined ? waiting : waitingByName.get(name))?.first();
    const named = name === undefined ? undefined : sameIdAndName.get(keyOf(rawId, name))?.first();
    return named ?? sameId.get(rawId)?.first() ?? latest.get(rawId);
  }

  return {
    open({ rawId, name, messageId, isBehindCall }: CallToOpen): string {
      const raw = rawId ?? `call-${unique.size() + 1}`;
      const call: Call = { id: unique.of(labelOf(raw)), name: name.trim() || 'unknown', answered: false };
      const response = responses.of(messageId, isBehindCall);
      latest.set(raw, call);
      waiting.add(call);
      partOf(waitingByName, call.name, createQueue).add(call);
      partOf(sameId, raw, createOpenCalls).add(call, response);
      partOf(sameIdAndName, keyOf(raw, call.name), createOpenCalls).add(call, response);
      return call.id;
    },
    answer(rawId: string | undefined, name: string | undefined): AnsweredCall {
      const call = waitingFor(rawId, name);
      if (!call) return { id: unique.of(labelOf(rawId ?? 'call')), problem: 'tool result before or without its call' };
      if (call.answered) return { id: unique.of(call.id), name: call.name, problem: 'second result of one call' };
      call.answered = true;
      return { id: call.id, name: call.name };
    },
  };
}

function keyOf(rawId: string, name: string): string {
  return JSON.stringify([rawId, name]);
}

function partOf<Part>(parts: Map<string, Part>, key: string, create: () => Part): Part {
  const part = parts.get(key) ?? create();
  parts.set(key, part);
  return part;
}

function createUniqueIds() {
  const used = new Set<string>();
  const repeats = new Map<string, number>();
  return {
    size: () => used.size,
    of(wanted: string): string {
      let id = wanted;
      // The count continues from the last one: a file that uses one id for all its calls would take quadratic time
      // otherwise.
      let n = repeats.get(wanted) ?? 1;
      while (used.has(id)) id = labelOf(`${wanted}#${(n += 1)}`);
      if (n > 1) repeats.set(wanted, n);
      used.add(id);
      return id;
    },
  };
}

/** Numbers the responses that calls stand in: those that share a message, or follow each other where none is named. */
function createResponses() {
  let number = 0;
  let last: string | undefined;
  return {
    of(messageId: string | undefined, isBehindCall: boolean): number {
      const isSame = messageId === last && (messageId !== undefined || isBehindCall);
      if (!isSame) number += 1;
      last = messageId;
      return number;
    },
  };
}

type OpenCalls = ReturnType<typeof createOpenCalls>;

/** Keeps calls by the response that they stand in. */
function createOpenCalls() {
  const responses: { readonly response: number; readonly calls: CallQueue }[] = [];
  return {
    add(call: Call, response: number): void {
      if (responses.at(-1)?.response !== response) responses.push({ response, calls: createQueue() });
      responses.at(-1)!.calls.add(call);
    },
    /** Returns the oldest call without a result in the newest response that has one. */
    first(): Call | undefined {
      for (let newest = responses.at(-1); newest !== undefined; newest = responses.at(-1)) {
        const call = newest.calls.first();
        if (call !== undefined) return call;
        responses.pop();
      }
      return undefined;
    },
  };
}

type CallQueue = ReturnType<typeof createQueue>;

/** Keeps calls in the order of the file, and passes each answered one once: a search from the start takes quadratic time. */
function createQueue() {
  const calls: Call[] = [];
  let at = 0;
  return {
    add: (call: Call): void => void calls.push(call),
    /** Returns the oldest call without a result. */
    first(): Call | undefined {
      while (calls[at]?.answered) at += 1;
      return calls[at];
    },
  };
}
