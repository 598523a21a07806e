import { Problem } from './call.js';

/** An answer that a key or a role may be refused. Then the page offers less. @returns undefined for what is refused */
export const allowed = async <T>(answer: Promise<T>): Promise<T | undefined> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Problem && error.status === 403) return undefined;
    throw error;
  }
};
