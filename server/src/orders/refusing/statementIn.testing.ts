import { refusedAnswer } from '@tickmark/wire/schemas/promise'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { refusalAnswer, Refused } from '../../http/calls/refused.ts'

/** The house's signed statement in the refusal of a call, as its caller reads it; null in an unsigned refusal. */
export async function statementIn(call: Promise<unknown>) {
  const thrown: unknown = await call.then(
    () => expect.fail('it was not refused'),
    (failure: unknown) => failure,
  )
  if (!(thrown instanceof Refused)) throw thrown
  const { data, message } = refusalAnswer(thrown, 'english')
  const signed = data?.['signed'] === undefined ? null : z.parse(refusedAnswer, data['signed'])
  return { code: thrown.code, message, signed }
}
