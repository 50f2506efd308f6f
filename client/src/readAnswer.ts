import type { Answer } from '@tickmark/wire/call'
import * as z from 'zod/mini'
import { CallFailed } from './callFailed.ts'

const answerShape = z.object({
  status: z.number(),
  message: z._default(z.string(), ''),
  data: z.optional(z.unknown()),
  code: z.optional(z.string()),
}) as unknown as z.ZodMiniType<Answer<unknown>>

/** The data of an answer. Throws `CallFailed` for a refusal, and zod's error for anything that is not an answer. */
export function dataOf(value: unknown): unknown {
  const { status, code = 'failed', message, data } = answerShape.parse(value)
  if (status !== 200) throw new CallFailed(code, status, message, data)
  return data
}

/** Parses the data with the route's reply schema; throws a network failure when its shape differs. */
export function readReply(data: unknown, reply: z.ZodMiniType, networkFailureText: () => string): unknown {
  const parsed = z.safeParse(reply, data)
  if (!parsed.success) throw new CallFailed('network', 0, networkFailureText())
  return parsed.data
}
