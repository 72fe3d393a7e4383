import { TotalRecallError } from '@total-recall/runtime';

/** Looks something up, and puts in front of an error what was looked up: a packet names many events and artifacts. */
export async function saidOfField<T>(field: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof TotalRecallError) || error.httpStatus >= 500) throw error;
    const { code, message, details } = error;
    throw new TotalRecallError(code, `${field}: ${message}`, { details, cause: error });
  }
}
