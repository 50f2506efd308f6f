import type { UserEvent } from '@tickmark/wire/live/socket'
import type { RouteName } from '@tickmark/wire/routes/all'
import { PATHS } from '../../navigation/hrefs.ts'

type Written = Extract<UserEvent, { event: 'message_written' }>

/** Facts that show whether the user has already seen the content of a message. */
export interface ShownFacts {
  /** Ms since the last result of an order was shown; since 1970 before the first. */
  sinceResultMs: number
  /** Whether the chat is on screen. */
  isChatShown: boolean
  /** Whether this page made one of these calls, or got its answer, within the last `ms`. */
  calledWithin(ms: number, names: readonly RouteName[]): boolean
}

/** A message about an order that comes this soon after its result is not shown again. */
const RESULT_MS = 60_000
/**
 * Links of messages that the user's own calls cause, with those calls. Any other message of the same link has another
 * cause.
 */
const OWN_CALLS: Readonly<Record<string, readonly RouteName[]>> = {
  [PATHS.guide]: ['register'],
  [PATHS.protection]: ['addAddress', 'endAuthenticator', 'resetAuthenticator'],
}
/** A message that comes this soon after such a call is not shown. */
const OWN_CALL_MS = 5_000

/**
 * Whether the user muted the message or already sees its content: an order's result, an answer in the open chat, or the
 * result of his own call.
 */
export function isSaidAlready(
  { category, link, muted }: Pick<Written, 'category' | 'link' | 'muted'>,
  { sinceResultMs, isChatShown, calledWithin }: ShownFacts,
): boolean {
  if (muted) return true
  if (category === 'orders') return sinceResultMs < RESULT_MS
  if (category === 'support') return isChatShown
  return calledWithin(OWN_CALL_MS, OWN_CALLS[link] ?? [])
}
