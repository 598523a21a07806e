import { z } from 'zod';

/** BCP 47, as far as anybody here needs it. */
export const languageTag = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language tag, such as en or de-AT')
  .max(35);
