import type { CallFailed } from '@tickmark/client/callFailed.ts'
import { refusedAnswer } from '@tickmark/wire/schemas/promise'
import * as z from 'zod/mini'

/**
 * The signed refusal in a call's failure; null when there is none. In its own file: a dynamic import of `zod/mini`
 * itself would pull all of it into the first screen.
 */
export function statementIn({ data }: CallFailed): z.infer<typeof refusedAnswer> | null {
  const given = typeof data === 'object' && data !== null && 'signed' in data ? data.signed : null
  const parsed = z.safeParse(refusedAnswer, given)
  return parsed.success ? parsed.data : null
}
