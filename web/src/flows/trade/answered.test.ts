import { hexOf } from '@tickmark/core/bytes'
import { bundleHash, type ConsentBundle } from '@tickmark/core/consent/bundle'
import { toyWithdrawalFile } from '@tickmark/core/evidence/toyWithdrawal.testing'
import { askedOf } from '@tickmark/core/receipts/answers'
import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { refusalBody } from '@tickmark/core/receipts/refusal'
import { playExchange } from '@tickmark/core/receipts/toyExchange.testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '../../api/api.ts'
import { anOrder } from '../../entities/anOrder.testing.ts'
import { openDevice } from '../../watch/device.testing.ts'

const house = testCrypto(5)
const stranger = testCrypto(6)
const played = playExchange(house, 120)
const { head } = toyWithdrawalFile(house)
const device = openDevice({})
afterAll(() => device.close())

async function load() {
  device.disk.set('houseKeys', JSON.stringify(house.keys))
  device.visit()
  const { loadRestOfEnglish } = await import('../../i18n/i18n.ts')
  await loadRestOfEnglish()
  return {
    ...(await import('@tickmark/client/callFailed.ts')),
    ...(await import('./answered.ts')),
    ...(await import('../../watch/promises/followAsks.ts')),
    ...(await import('../../watch/promises/kept/promiseStore.ts')),
    ...(await import('../../session/session.ts')),
    ...(await import('../../session/signedInAs.ts')),
  }
}
let page: Awaited<ReturnType<typeof load>>
beforeAll(async () => (page = await load()))

/** The next order of the exchange, closed early or not, whose signed text is on its way to the house. */
async function sending(isClosed = false) {
  const at = played.findIndex(({ consents }) => (consents.close !== null) === isClosed)
  const [one] = played.splice(at, 1)
  const text = isClosed ? one?.consents.close : one?.consents.order
  if (!one || !text) throw new Error('the exchange has one')
  const { address } = one.owner.delegation
  const session = { address, walletType: 1, practice: false, registered: true, expiresAt: 0, key: null }
  page.setServerSession({ ...session, books: [0, 1] })
  page.keepSignedInAs(address)
  const ask = await page.beforeSending(text, performance.now())
  const { asked = '', order = '' } = ask.ask ?? {}
  const shown = anOrder({ orderId: order })
  const { ticket, receipt } = one
  return {
    ask,
    text,
    order,
    ticket: {
      orderId: order,
      ticket,
      proof: receipt.ticketProof,
      order: shown,
      head,
    } as Reply<'createLimitOrder'>,
    closing: {
      settlement: receipt.settlement,
      proof: receipt.settlementProof,
      order: shown,
      head,
    } as Reply<'closeLimitOrder'>,
    /** Whether this device asks for the answer, or looks for it in the log. */
    isFollowed: () => page.answerLooks().has(asked),
  }
}

/** The signed text of a later order. */
function other(): ConsentBundle {
  const text = played.at(-1)?.consents.order
  if (!text) throw new Error('the exchange has one')
  return text
}

function refusalOf(consent: ConsentBundle, by = house) {
  const { asked, order, at } = askedOf(consent.text, house.sha256) ?? { asked: '', order: '', at: 0 }
  const hash = bundleHash(consent, house.sha256)
  const refusal = { v: 1, kind: 'refusal', number: 3, asked, order, code: 'busy', at, consent: hash } as const
  return { refusal, signature: hexOf(by.sign('receipts', refusalBody(refusal))), head }
}

const UNSIGNED = 'Too busy. The house has not signed this answer, so this device asks for one that counts.'
const STRANGE = /^The house’s answer is not what you signed/

test.each<
  [string, status: number, data: (text: ConsentBundle) => unknown, isSigned: boolean, said: string | RegExp]
>([
  [
    'no answer',
    0,
    () => null,
    false,
    'Too busy. What you signed has no answer yet. This device keeps asking.',
  ],
  ['an unsigned refusal', 409, () => null, false, UNSIGNED],
  ['a refusal under unknown keys', 409, (text) => ({ signed: refusalOf(text, stranger) }), false, UNSIGNED],
  ['a refusal of another text', 409, () => ({ signed: refusalOf(other()) }), false, STRANGE],
  ['a signed refusal', 409, (text) => ({ signed: refusalOf(text) }), true, 'Too busy.'],
])(
  'a text that got %s is followed, and only a signed refusal of it is final',
  async (_, status, data, isSigned, said) => {
    const { ask, text, isFollowed } = await sending()
    expect(isFollowed()).toBe(false)
    const code = status === 0 ? 'network' : 'market_closed'
    const failure = new page.CallFailed(code, status, 'Too busy.', data(text))
    const answer = await page.failedAnswer(ask, failure)
    expect(answer.message).toMatch(said)
    expect([answer.isSigned, isFollowed()]).toEqual([isSigned, true])
    expect(page.saidFailure(failure, answer)).toMatchObject({ code, status, message: answer.message })
  },
)

test('a text that got its ticket is followed no more, and the ticket is kept', async () => {
  const { ask, order, ticket, isFollowed } = await sending()
  expect(await page.ticketAnswer(ask, null, ticket)).toBeNull()
  expect([isFollowed(), (await page.promiseOf(order))?.problem]).toEqual([false, null])
})

test.each([
  ['the house’s', null],
  ['an unknown key’s', 'not_signed'],
])('a close with %s signature has the problem %s, and is followed', async (whose, problem) => {
  const { ask, closing, isFollowed } = await sending(true)
  const { proof } = closing
  const signature = `${proof.signature.slice(1)}${proof.signature.slice(0, 1)}`
  const given = problem === null ? closing : { ...closing, proof: { ...proof, signature } }
  expect([whose, isFollowed(), await page.closeAnswer(ask, given), isFollowed()]).toEqual([
    whose,
    false,
    problem,
    true,
  ])
})

test('without a signed text every failure is final', async () => {
  const failure = new page.CallFailed('busy', 409, 'Too busy.', null)
  expect(await page.failedAnswer(null, failure)).toEqual({ message: 'Too busy.', isSigned: true })
})

test('a ticket or a close of another text has other terms', async () => {
  const [one, other] = [await sending(), await sending()]
  expect(await page.ticketAnswer(other.ask, null, one.ticket)).toBe('other_terms')
  expect(await page.ticketAnswer(null, one.text, one.ticket)).toBeNull()
  const [closed, elsewhere] = [await sending(true), await sending(true)]
  expect(await page.closeAnswer(elsewhere.ask, closed.closing)).toBe('other_terms')
})
