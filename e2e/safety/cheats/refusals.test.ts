import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { bundleHash, type ConsentBundle } from '@tickmark/core/consent/bundle'
import { askedOf } from '@tickmark/core/receipts/answers'
import { REFUSAL_FORMAT, type RefusalFile } from '@tickmark/core/receipts/answerShape'
import { refusalBody, type Refusal } from '@tickmark/core/receipts/refusal'
import { runs } from '@tickmark/core/runs.testing'
import { signerOf } from '@tickmark/server/platform/keys'
import { sha256 } from '@tickmark/server/platform/sha256'
import { run } from '@tickmark/verify/main'
import { expect, test } from 'vitest'
import { setCheatingHouse } from '../../support/house/cheatingHouse.ts'
import { HONEST, judgeAll, placeWinners, type Winner } from '../../support/house/winners.ts'

const house = setCheatingHouse()
const ORDERS = runs(10, 1_000)
const AT_ONCE = Math.min(ORDERS, 50)

/** The house tells the owner that it has refused his order, by its own signature. */
function refuse({ promise }: Winner, number: number): RefusalFile {
  const consent = promise.consent as ConsentBundle
  const about = askedOf(consent.text, sha256)
  if (!about) throw new Error('the owner has signed an order')
  const refusal: Refusal = {
    v: 1,
    kind: 'refusal',
    number,
    asked: about.asked,
    order: about.order,
    code: 'market_closed',
    at: house.clock.nowMs(),
    consent: bundleHash(consent, sha256),
  }
  const signature = hexOf(signerOf(house.keys.receiptsKey).sign(asciiBytes(refusalBody(refusal))))
  return { format: REFUSAL_FORMAT, refusal, signature, consent, head: promise.head, keys: promise.keys }
}

/** What a stranger with the published keys finds in a refusal, beside a receipt or without one. */
function judgeRefusal(refusal: RefusalFile, receipt: string | null) {
  const files: Record<string, string> = {
    'refusal.json': JSON.stringify(refusal),
    'receipt.json': receipt ?? '',
    'config.json': house.published,
  }
  const beside = receipt === null ? [] : ['--receipt', 'receipt.json']
  return run(['refusal.json', ...beside, '--keys', 'config.json'], (path) => files[path] ?? '')
}

test(
  'a house that signs a refusal and logs the order all the same cannot show that order any more',
  async () => {
    for (let turned = 0; turned < ORDERS; turned += AT_ONCE) {
      const winners = await placeWinners(house, AT_ONCE)
      const refusals = winners.map((one, i) => refuse(one, turned + i + 1))
      await house.pass(67)
      // Alone, the receipt looks like any other: the house would show it only if the owner had lost.
      expect(await judgeAll(house, winners)).toEqual(HONEST)
      for (const [i, one] of winners.entries()) {
        const refusal = refusals[i] as RefusalFile
        expect(judgeRefusal(refusal, null)).toMatchObject({
          code: 0,
          text: expect.stringContaining('REFUSAL HOLDS') as string,
        })
        expect(judgeRefusal(refusal, await one.owner.receipt(one.orderId))).toMatchObject({
          code: 1,
          text: expect.stringContaining('CONTRADICTION') as string,
        })
      }
    }
  },
  runs(300_000, 3 * 3_600_000),
)
