import type { Frame } from '../live/socket.ts'
import { CLAIM_NAMES, FRAME_NAMES, INPUT_NAMES, REPLY_NAMES } from './names.ts'
import { type Names, respell, tablesOf } from './spelling.ts'

const inputs = new Map<string, Names>()

/** Names of a call's input, including its claims. */
export function inputNames(route: string): Names {
  const made = inputs.get(route) ?? { ...CLAIM_NAMES, ...namesIn(INPUT_NAMES, route) }
  inputs.set(route, made)
  return made
}

/** Names of a call's reply. */
export function replyNames(route: string): Names {
  return namesIn(REPLY_NAMES, route)
}

/** The wire's spelling of one field of a call's input, or of a claim. */
export function inputField(route: string, ours: string): string {
  return tablesOf(inputNames(route)).theirs.get(ours)?.to ?? ours
}

/** The wire's spelling of a claim. */
export function claimField(ours: string): string {
  return tablesOf(CLAIM_NAMES).theirs.get(ours)?.to ?? ours
}

/** A call's input and claims in the wire's spelling. */
export function encodeInput(route: string, input: object): object {
  return respell(input, inputNames(route), 'theirs') as object
}

/** A call's reply in the wire's spelling. */
export function encodeReply(route: string, reply: unknown): unknown {
  return respell(reply, replyNames(route), 'theirs')
}

/** A call's reply in our names. Accepts any value; the route's schema validates the result. */
export function decodeReply(route: string, reply: unknown): unknown {
  return respell(reply, replyNames(route), 'ours')
}

/** A frame of the socket in the wire's spelling. */
export function encodeFrame(frame: Frame): unknown {
  return respell(frame, namesIn(FRAME_NAMES, String(frame.type)), 'theirs')
}

/** A frame in our names. Accepts any value; the frame's schema validates the result. */
export function decodeFrame(frame: unknown): unknown {
  const type = typeof frame === 'object' && frame !== null && 'type' in frame ? frame.type : null
  return respell(frame, namesIn(FRAME_NAMES, String(type)), 'ours')
}

const NONE: Names = {}

function namesIn(table: object, key: string): Names {
  return Object.hasOwn(table, key) ? ((table as Record<string, Names>)[key] ?? NONE) : NONE
}
