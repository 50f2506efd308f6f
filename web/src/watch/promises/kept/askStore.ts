import { sha256 } from '@noble/hashes/sha2.js'
import type { ConsentBundle, SignedConsent } from '@tickmark/core/consent/bundle'
import { askedOf } from '@tickmark/core/receipts/answers'
import { CLOSING_FORMAT, type ClosingFile, type RefusalFile } from '@tickmark/core/receipts/answerShape'
import * as z from 'zod/mini'
import { openDeviceStore } from './deviceStore.ts'
import { keptProblem, sounder, type KeptProblem } from './problem.ts'

const keptAsk = z.object({
  /** The id derived from the signed text; for an order, its own. */
  asked: z.string(),
  /** The order that the text places or closes. */
  order: z.string(),
  consent: z.object({ text: z.string(), signature: z.string() }),
  /** With the wallet's delegation, if this browser has kept it. */
  bundle: z.unknown(),
  /** The address of the signed-in wallet. */
  owner: z.string(),
  /** 0 the real account, 1 the simulated one. */
  book: z.union([z.literal(0), z.literal(1)]),
  /** Ms since 1970. */
  keptAtMs: z.number(),
  /** The house's answer as evidence; null until it comes. A ticket is kept as a promise instead. */
  answer: z.unknown(),
  problem: keptProblem,
  /** Whether this device has seen the answer in the log. */
  isLogged: z.boolean(),
})

/** A text signed on this device, kept since before sending, with the house's answer. */
export interface KeptAsk extends z.output<typeof keptAsk> {
  bundle: ConsentBundle | null
  answer: RefusalFile | ClosingFile | null
  problem: KeptProblem
}

const place = { database: 'tickmark-asked', store: 'asked', keyPath: 'asked' }
const asks = openDeviceStore<KeptAsk>(place, keptAsk, (one) => one.asked)

/** A signed order or close before it is sent; null for any other text. */
export function newAsk(
  consent: SignedConsent,
  beside: Pick<KeptAsk, 'bundle' | 'owner' | 'book' | 'keptAtMs'>,
): KeptAsk | null {
  const about = askedOf(consent.text, sha256)
  if (!about) return null
  const { asked, order } = about
  return { asked, order, consent, ...beside, answer: null, problem: null, isLogged: false }
}

/** Keeps a signed text with its newest state. A sound answer is never replaced by another. */
export function keepAsk(ask: KeptAsk): Promise<KeptAsk> {
  return asks.change(ask.asked, (earlier) => (earlier?.answer ? sounder(earlier, ask, isSameAnswer) : ask))
}

function isSameAnswer({ answer: one }: KeptAsk, { answer: other }: KeptAsk): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The house's sound answers about an order that this device has. */
export async function answersAbout(order: string): Promise<(RefusalFile | ClosingFile)[]> {
  const all = await allAsks(Date.now())
  return all.flatMap((one) => (one.order === order && one.problem === null ? (one.answer ?? []) : []))
}

/** The house's sound answer to an order's early close; null when this device has none. */
export async function closingOf(order: string): Promise<ClosingFile | null> {
  return (await answersAbout(order)).find((one) => one.format === CLOSING_FORMAT) ?? null
}

/** Forgets a text whose ticket is kept as a promise. */
export function forgetAsk(asked: string): Promise<void> {
  return asks.drop(asked)
}

export function allAsks(nowMs: number): Promise<KeptAsk[]> {
  return asks.all(nowMs)
}
