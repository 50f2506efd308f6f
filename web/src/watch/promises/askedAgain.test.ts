import { bundleHash, type ConsentBundle } from '@tickmark/core/consent/bundle'
import { askedOf } from '@tickmark/core/receipts/answers'
import { hexOf } from '@tickmark/core/bytes'
import { toyHosting } from '@tickmark/core/arbitrage/toyHosting.testing'
import { INTENT, REQUESTED_AT, toyWithdrawalFile } from '@tickmark/core/evidence/toyWithdrawal.testing'
import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { refusalBody } from '@tickmark/core/receipts/refusal'
import { playExchange } from '@tickmark/core/receipts/toyExchange.testing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { anOrder } from '../../entities/anOrder.testing.ts'
import { openDevice } from '../device.testing.ts'

const house = testCrypto(5)
const played = playExchange(house, 60)
const { head } = toyWithdrawalFile(house)
const owner = house.owner(3)
const hosted = toyHosting(house, owner, REQUESTED_AT)

const PLACED = 'Your earlier order went through. No second one was sent.'
const CLOSED = 'Your order was closed early, as you had signed.'

/** What the house answers about a signed text. */
const world: { answer: unknown; hosting: unknown } = { answer: undefined, hosting: undefined }
const device = openDevice({
  getAnswer: () => world.answer as never,
  getHostingAnswer: () => world.hosting as never,
})

async function load() {
  device.disk.set('houseKeys', JSON.stringify(house.keys))
  device.visit()
  return {
    ...(await import('./followAsks.ts')),
    ...(await import('./answers/keepAsked.ts')),
    ...(await import('./kept/askStore.ts')),
    ...(await import('./kept/promiseStore.ts')),
    ...(await import('./kept/hostingStore.ts')),
    ...(await import('./promiseAlarm.ts')),
    ...(await import('../../api/api.ts')),
    ...(await import('../../api/moneyCall.ts')),
    ...(await import('../../session/session.ts')),
    ...(await import('../../session/signedInAs.ts')),
    ...(await import('@tickmark/ui/layer/toast.ts')),
  }
}
let page: Awaited<ReturnType<typeof load>>
beforeAll(async () => {
  page = await load()
  const { loadRestOfEnglish } = await import('../../i18n/i18n.ts')
  await loadRestOfEnglish()
})
afterAll(() => device.close())
beforeEach(() => void Object.assign(world, { answer: undefined, hosting: undefined }))

/** The next order of the exchange, closed early or not, with its signed text unanswered on this device. */
async function unanswered(isClosed: boolean) {
  const at = played.findIndex(({ consents }) => (consents.close !== null) === isClosed)
  const [one] = played.splice(at, 1)
  const text = isClosed ? one?.consents.close : one?.consents.order
  if (!one || !text) throw new Error('the exchange has one')
  const { address } = one.owner.delegation
  const asked = await ask(text, address)
  const { ticket, receipt } = one
  const order = anOrder({ orderId: ticket.order })
  const none = { head, placed: null, closed: null, refused: null }
  return {
    ...asked,
    text: text.text,
    order: ticket.order,
    placed: { ...none, placed: { orderId: ticket.order, ticket, proof: receipt.ticketProof, order } },
    closed: { ...none, closed: { settlement: receipt.settlement, proof: receipt.settlementProof, order } },
    refused: { ...none, refused: { ...refusalOf(text), message: 'Too busy.' } },
  }
}

/** A signed text of a signed-in owner, to which the house has given no answer. */
async function ask(text: ConsentBundle, address: string) {
  const session = {
    address,
    walletType: 1,
    practice: false,
    registered: true,
    expiresAt: 0,
    books: [0, 1],
    key: null,
  }
  page.setServerSession(session)
  page.keepSignedInAs(address)
  const kept = await page.keepBeforeSending(text)
  if (!kept) throw new Error('it is about an order')
  page.followAsk(kept)
  return {
    asked: kept.asked,
    look: async () => page.answerLooks().get(kept.asked)?.(),
    isOpen: () => page.answerLooks().has(kept.asked),
    alarms: () => page.promiseAlarms.get().flatMap((one) => (one.order === kept.order ? [one.trouble] : [])),
    said: () => page.currentToast()?.text,
  }
}

function refusalOf(consent: ConsentBundle) {
  const { asked, order, at } = askedOf(consent.text, house.sha256) ?? { asked: '', order: '', at: 0 }
  const hash = bundleHash(consent, house.sha256)
  const refusal = { v: 1, kind: 'refusal', number: 3, asked, order, code: 'busy', at, consent: hash } as const
  return { refusal, signature: hexOf(house.sign('receipts', refusalBody(refusal))) }
}

test('an order that was placed after all is kept as a promise, and its text is asked about no more', async () => {
  const { look, order, placed, isOpen, alarms, said } = await unanswered(false)
  await look()
  expect([alarms(), isOpen()]).toEqual([['asking'], true])
  world.answer = placed
  await look()
  expect([alarms(), isOpen()]).toEqual([[], false])
  expect(await page.promiseOf(order)).toMatchObject({ problem: null })
  expect(said()).toBe(PLACED)
})

test('a refusal is told with its reason, and then looked for in the log', async () => {
  const { look, refused, isOpen, alarms, said, asked } = await unanswered(false)
  world.answer = refused
  await look()
  expect([alarms(), isOpen(), said()?.includes('Too busy.')]).toEqual([[], true, true])
  expect((await page.allAsks(REQUESTED_AT)).find((one) => one.asked === asked)).toMatchObject({
    problem: null,
    isLogged: false,
    answer: { refusal: { asked } },
  })
})

test('an order that was closed after all is told so, and its close is looked for in the log', async () => {
  const { look, closed, order, isOpen, alarms, said } = await unanswered(true)
  world.answer = closed
  await look()
  expect([alarms(), isOpen(), said()]).toEqual([[], true, CLOSED])
  expect(await page.closingOf(order)).toMatchObject({ settlement: closed.closed.settlement })
})

test.each<[string, (one: Awaited<ReturnType<typeof unanswered>>) => unknown, string[]]>([
  [
    'another order',
    ({ placed }) => ({ ...placed, placed: { ...placed.placed, orderId: INTENT.nonce } }),
    ['terms'],
  ],
  ['a close of what should be placed', ({ closed }) => closed, []],
  ['nothing', ({ placed }) => ({ ...placed, placed: null }), []],
])('to an order, %s is no answer', async (_, answer, accused) => {
  const one = await unanswered(false)
  world.answer = answer(one)
  await one.look()
  expect([one.alarms(), one.isOpen()]).toEqual([[...accused, 'asking'], true])
})

test('a hosting order and its exit are asked for by themselves', async () => {
  const { address } = owner.delegation
  const placing = await ask(hosted.placing, address)
  world.hosting = { head, refused: null, stated: hosted.stated(hosted.ticket) }
  await placing.look()
  expect([placing.alarms(), placing.isOpen(), placing.said()]).toEqual([[], false, PLACED])
  const consent = hosted.leavingAt(REQUESTED_AT + 60_000)
  const leaving = await ask(consent, address)
  await leaving.look()
  expect([leaving.alarms(), leaving.isOpen()]).toEqual([['asking'], true])
  world.hosting = {
    head,
    refused: null,
    stated: hosted.stated(hosted.exitTo(consent, REQUESTED_AT + 60_100)),
  }
  await leaving.look()
  expect([leaving.alarms(), leaving.isOpen(), leaving.said()]).toEqual([[], false, CLOSED])
  expect((await page.hostingsAbout(hosted.order)).map((one) => one.statement.kind)).toEqual([
    'hosting',
    'exit',
  ])
})

test('a text whose request has got its ticket is asked about no more, whichever visit sent it', async () => {
  const { isOpen } = await unanswered(false)
  const [text] = (await page.allAsks(REQUESTED_AT)).slice(-1)
  page.sentText('no order')
  expect(isOpen()).toBe(true)
  page.sentText(text?.consent.text ?? '')
  expect(page.answerLooks().has(text?.asked ?? '')).toBe(false)
})

test.each([
  ['createLimitOrder', true],
  ['createLimitOrder', false],
  ['orderConfirmation', true],
  ['orderConfirmation', false],
] as const)(
  'once answered, the kept call %s is forgotten if it is of the same text: %s',
  async (name, isSame) => {
    const values = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    })
    const { look, placed, text } = await unanswered(false)
    const consent = { text: isSame ? text : 'another', signature: '' }
    page.keptCalls(name).keep({ key: 'k', body: { consent } } as never)
    const { queryKey } = page.query('getMyLimitOrders', { status: 0 })
    page.queries.setQueryData(queryKey, { list: [], total: 0 })
    await look()
    expect(page.keptCalls(name).kept()).not.toBeNull()
    expect(page.queries.getQueryState(queryKey)?.isInvalidated).toBe(false)
    world.answer = placed
    await look()
    expect(page.keptCalls(name).kept() === null).toBe(isSame)
    expect(page.queries.getQueryState(queryKey)?.isInvalidated).toBe(true)
  },
)
