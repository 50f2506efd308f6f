import { HONEST as toldDay } from '@tickmark/core/arbitrage/day/toldDay.testing'
import { fileOf as yieldFileOf } from '@tickmark/core/arbitrage/day/toyDay.testing'
import { HOSTING_FORMAT } from '@tickmark/core/arbitrage/hostingPromise'
import { toyHosting } from '@tickmark/core/arbitrage/toyHosting.testing'
import type { ConsentBundle } from '@tickmark/core/consent/bundle'
import { testOwner } from '@tickmark/core/consent/owner.testing'
import { CONTRADICTION_FORMAT } from '@tickmark/core/evidence/contradiction'
import { toyAddressFile } from '@tickmark/core/evidence/toyAddress.testing'
import { toyBalancesFile } from '@tickmark/core/evidence/toyBalances.testing'
import { toyPromise, toyWithdrawalFile } from '@tickmark/core/evidence/toyWithdrawal.testing'
import { sealedLoan } from '@tickmark/core/loans/sealed.testing'
import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { type Played, playExchange } from '@tickmark/core/receipts/toyExchange.testing'
import { closingFileOf, exitsFileOf, promiseFileOf, refusalFileOf } from './statements/houseFiles.testing.ts'
import { forkFile } from './toyFork.testing.ts'

const AT = Date.parse('2026-11-21T10:00:00Z')
const HOUSE = testCrypto(61)
const played = playExchange(HOUSE, 60)
const [won, closed] = ['won', 'closed'].map((outcome) => {
  const one = played.find(({ statement, lacks }) => statement.outcome === outcome && lacks.length === 0)
  return (one as Played).receipt
}) as [Played['receipt'], Played['receipt']]
const hosted = toyHosting(HOUSE, testOwner(3, AT - 60_000), AT)
const leaving = hosted.leavingAt(AT + 9_000)
const refusal = refusalFileOf(HOUSE, won.consents.order as ConsentBundle, {
  head: won.checkpoint,
  keys: won.keys,
})
const twoAnswers = [toyAddressFile(HOUSE), toyAddressFile(HOUSE, { address: `0x${'ab'.repeat(20)}` })]

/** A file of each kind that the command decides, which holds. */
export const FILES: Record<string, unknown> = {
  'a receipt': won,
  'a receipt of an early close': closed,
  'a promise': promiseFileOf(won),
  'a refusal': refusal,
  'an answer to an early close': closingFileOf(closed),
  'a hosting ticket': { format: HOSTING_FORMAT, ...hosted.stated(hosted.ticket), consent: hosted.placing },
  'a hosting exit': {
    format: HOSTING_FORMAT,
    ...hosted.stated(hosted.exitTo(leaving, AT + 9_100)),
    consent: leaving,
  },
  'a deposit address': toyAddressFile(HOUSE),
  'an owner’s balances': toyBalancesFile(HOUSE),
  'a promise of a withdrawal': toyWithdrawalFile(HOUSE, toyPromise()),
  'a loan agreement': sealedLoan(),
  'a contradiction': { format: CONTRADICTION_FORMAT, files: twoAnswers },
  'a fork': forkFile(),
  'early exits': exitsFileOf(HOUSE, 3, AT),
  'a day of the programme': yieldFileOf(toldDay),
}
