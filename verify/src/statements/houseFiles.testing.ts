import { HOSTING_FORMAT } from '@tickmark/core/arbitrage/hostingPromise'
import { toyHosting } from '@tickmark/core/arbitrage/toyHosting.testing'
import { hexOf } from '@tickmark/core/bytes'
import { bundleHash, type ConsentBundle } from '@tickmark/core/consent/bundle'
import { testOwner } from '@tickmark/core/consent/owner.testing'
import { EXITS_FORMAT } from '@tickmark/core/evidence/exitFees'
import { CLOSING_FORMAT, REFUSAL_FORMAT, type RefusalFile } from '@tickmark/core/receipts/answerShape'
import { askedOf } from '@tickmark/core/receipts/answers'
import { PROMISE_FORMAT, type PromiseFile } from '@tickmark/core/receipts/promiseShape'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import { refusalBody } from '@tickmark/core/receipts/refusal'
import type { TestCrypto } from '@tickmark/core/receipts/toyLog.testing'

/** A head of the house's log, and its keys. */
type Beside = Pick<RefusalFile, 'head' | 'keys'>

/** The house's refusal of what an owner signed. */
export function refusalFileOf(house: TestCrypto, consent: ConsentBundle, beside: Beside): RefusalFile {
  const about = askedOf(consent.text, house.sha256)
  if (!about) throw new Error('the text asks for something')
  const { asked, order, at } = about
  const refusal = {
    v: 1,
    kind: 'refusal',
    number: 3,
    asked,
    order,
    code: 'busy_day',
    at,
    consent: bundleHash(consent, house.sha256),
  } as const
  const signature = hexOf(house.sign('receipts', refusalBody(refusal)))
  const { head, keys } = beside
  return { format: REFUSAL_FORMAT, refusal, signature, consent, head, keys }
}

/** The house's promise of the order of this receipt. */
export function promiseFileOf({ ticket, ticketProof, consents, checkpoint, keys }: Receipt): PromiseFile {
  const { order: consent } = consents
  return { format: PROMISE_FORMAT, ticket, proof: ticketProof, consent, head: checkpoint, keys }
}

/** The house's answer to the early close of this receipt. */
export function closingFileOf({ settlement, settlementProof, consents, checkpoint, keys }: Receipt) {
  const { close: consent } = consents
  return { format: CLOSING_FORMAT, settlement, proof: settlementProof, consent, head: checkpoint, keys }
}

/** Tickets and exits of hourly hosting orders: each exit takes half a USDT, and the sign-in allows one in all. */
export function exitsFileOf(house: TestCrypto, count: number, at: number) {
  const owner = testOwner(4, at - 60_000, { grant: { most: [{ currency: 'USDT', units: 100_000_000n }] } })
  const files = Array.from({ length: count }, (_, i) => {
    const hosted = toyHosting(house, owner, at + i * 3_600_000)
    const ending = hosted.leavingAt(at + i * 3_600_000 + 9_000)
    const exit = hosted.exitTo(ending, at + i * 3_600_000 + 9_100)
    return [
      { format: HOSTING_FORMAT, ...hosted.stated(hosted.ticket), consent: hosted.placing },
      { format: HOSTING_FORMAT, ...hosted.stated(exit), consent: ending },
    ]
  })
  return { format: EXITS_FORMAT, files: files.flat() }
}
