import type { NewEvent } from '@total-recall/domain';
import { conflictAt, TotalRecallError, type AppendToLog } from '@total-recall/runtime';
import { codeOf } from './code-of.ts';
import type { ImportedBefore } from './imported-before.ts';

type Request = Parameters<AppendToLog>[0];
/** About whom events of a source are, by sequence; undefined for those that are about nobody in particular. */
type Subjects = ReadonlyMap<number, string | undefined>;

export interface SendAbout {
  readonly append: AppendToLog;
  /** Says of each session that was imported about somebody else that it stays so, and what to do. */
  remarks(): string[];
}

/**
 * Sends events as ones about a person (`subject`), but for those whose file says about whom they are. Events that the log
 * has about somebody else, or about nobody in particular, are sent as these: the person is a part of what a sequence was
 * used for, and all of the session would become a fork of itself. A conflict costs the read of one event, and of the
 * session's events where that is about somebody else.
 */
export function sendAbout(subject: string | undefined, append: AppendToLog, before: ImportedBefore): SendAbout {
  const known = new Map<string, Subjects>();
  const stay = new Map<string, Set<string | undefined>>();

  /** Returns a request with each event about whom it is in the log, or about `subject` where it is new. */
  function aboutWhom(request: Request): Request {
    const subjects = known.get(keyOf(request));
    const events = request.events.map((event): NewEvent => {
      if (event.meta?.subject !== undefined) return event;
      const whom = subjects?.has(event.sequence!) ? subjects.get(event.sequence!) : subject;
      if (whom !== subject) stay.set(request.session, (stay.get(request.session) ?? new Set()).add(whom));
      return whom === undefined ? event : { ...event, meta: { ...event.meta, subject: whom } };
    });
    return { ...request, events };
  }

  /** Looks up about whom the log has what was refused. Returns true where that is somebody else than what was sent. */
  async function learn(request: Request, refused: unknown): Promise<boolean> {
    const at = conflictAt(refused);
    const event = request.events.find(({ sequence }) => sequence !== undefined && sequence === at);
    if (event === undefined || event.meta?.subject !== undefined || known.has(keyOf(request))) return false;
    const subjects = await subjectsOf(request, refused, { subject, before });
    if (subjects === undefined) return false;
    known.set(keyOf(request), subjects);
    return true;
  }

  return {
    remarks: () => [...stay].map(([session, whom]) => remarkOn(session, [...whom], subject)),
    async append(request) {
      try {
        return await append(aboutWhom(request));
      } catch (error) {
        if (!(await learn(request, error))) throw error;
        return await append(aboutWhom(request)).catch((again: unknown) => refuseOthers(request, again));
      }
    },
  };
}

/** Says of a refusal what the caller cannot know: he named no other person, but the log has the session about one. */
function refuseOthers({ session }: Request, refused: unknown): never {
  if (codeOf(refused) !== 'forbidden') throw refused;
  const message = `${session} was imported before, about somebody to whom the key is not bound. Import the file into another space.`;
  throw new TotalRecallError('forbidden', message, { cause: refused });
}

function keyOf({ session, source = '' }: Request): string {
  return JSON.stringify([session, source]);
}

/** Reads about whom the log has the events of a source; undefined where the one that was refused is about `subject`. */
async function subjectsOf(
  { session, source }: Request,
  refused: unknown,
  { subject, before }: { readonly subject: string | undefined; readonly before: ImportedBefore },
): Promise<Subjects | undefined> {
  const id = refused instanceof TotalRecallError ? refused.details?.['eventId'] : undefined;
  try {
    if (typeof id === 'string' && (await before.subjectOf(id)) === subject) return undefined;
    return await before.subjectsOf(session, source ?? '');
  } catch (error) {
    // An event that the caller may not read, or that is gone, says nothing: the conflict stands.
    if (['not_found', 'erased', 'forbidden'].includes(String(codeOf(error)))) return undefined;
    throw error;
  }
}

function remarkOn(session: string, whom: readonly (string | undefined)[], subject: string | undefined): string {
  const named = (one: string | undefined): string => (one === undefined ? 'nobody in particular' : one);
  const stays = `${session} was imported before, and stays about whom it is: ${whom.map(named).join(', ')}.`;
  const fresh = `What is new in the file is about ${named(subject)}`;
  if (subject === undefined)
    return `${stays} ${fresh}, so its facts are for all: import the file with that subject to keep them private, too.`;
  const open = whom.includes(undefined) ? ` The facts of what was there are for all.` : '';
  return `${stays}${open} ${fresh}. To have all of it about ${subject}, import the file into another space, and erase this session.`;
}
