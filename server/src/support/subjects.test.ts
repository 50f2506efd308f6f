import type { ThreadItem } from '@tickmark/wire/schemas/support'
import type { PrivateKeyAccount } from 'viem/accounts'
import { beforeAll, expect, test, vi } from 'vitest'
import { type Caller, moneyKey, newUser, setServer } from '../app/app.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { ask, call } from './support.testing.ts'
import {
  creditedAfter,
  getTestMoney,
  OUTSIDE,
  testOwner,
  transfersOf,
  typeIdOf,
  withdraw,
} from '../app/custody.testing.ts'

const clock = movableClock()
const server = setServer({ clock, env: { CHAINS: '' } })
const url = () => server.url
const simulated = { book: '1' }
const USDT = typeIdOf(1)

let user: Caller
let other: Caller
let account: PrivateKeyAccount

beforeAll(async () => {
  account = testOwner(781)
  user = await newUser(url, 781)
  other = await newUser(url, 782)
  const query = { currency: 'USDT', book: '0' }
  await vi.waitUntil(
    async () => {
      const { body } = await user.get('/api/getextendfCList', { query })
      return (body.data as { list: { isHalted: boolean }[] }).list[0]?.isHalted === false
    },
    { timeout: 150_000, interval: 100 },
  )
})

const about = (subject: string, subjectId: string, language = 'english') =>
  call(user, 'openThread', { subject, subjectId, language }).then((one) => one.thread)

/** The receipt's lines by name. */
const linesOf = ({ receipt }: ThreadItem) => new Map(receipt.map((one) => [one.name, one.text]))

const UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/

async function expectOwn(subject: string, subjectId: string): Promise<void> {
  for (const one of ['order', 'deposit', 'withdrawal', 'swap', 'loan']) {
    const refused = await ask(other, 'openThread', { subject: one, subjectId })
    expect(refused.body.code, one).toBe('thread_subject_unknown')
    if (one === subject) continue
    expect((await ask(user, 'openThread', { subject: one, subjectId })).body.code).toBe(
      'thread_subject_unknown',
    )
  }
  const opened = await Promise.all(Array.from({ length: 10 }, () => about(subject, subjectId)))
  expect(new Set(opened.map((one) => one.id)).size).toBe(1)
}

test('the receipt of a deposit has its amount, transaction and state', async () => {
  await creditedAfter(user, 'USDT', () => getTestMoney(user, USDT))
  const [deposit] = await transfersOf(user, 'get_my_recharge_record')
  const thread = await about('deposit', deposit?.id ?? '')
  expect(thread).toMatchObject({
    about: `Deposit ${deposit?.money} USDT`,
    link: '/record?type=0',
    subject: 'deposit',
    subjectId: deposit?.id,
    unread: 0,
    latest: '',
  })
  expect(Object.fromEntries(linesOf(thread))).toEqual({
    Number: deposit?.id,
    Amount: `${deposit?.money} USDT`,
    Network: deposit?.network,
    'Deposit address': deposit?.address,
    Transaction: deposit?.txid,
    Block: String(deposit?.block),
    State: 'Credited',
    Seen: expect.stringMatching(UTC) as string,
    Credited: expect.stringMatching(UTC) as string,
  })
  await expectOwn('deposit', deposit?.id ?? '')
})

test('the receipt of a withdrawal has its address, fee and step', async () => {
  const id = await withdraw(user, account, { typeId: USDT, to: OUTSIDE, amount: '10' })
  const thread = await about('withdrawal', id)
  expect(thread).toMatchObject({ about: 'Withdrawal 10 USDT', link: '/record?type=1' })
  const lines = linesOf(thread)
  expect(lines.get('To address')).toBe(OUTSIDE)
  expect(lines.get('Network fee, at most') ?? lines.get('Network fee')).toMatch(/^\d[\d.]* USDT$/)
  expect(lines.get('Requested')).toMatch(UTC)
  expect(lines.get('State')).toMatch(/^(Requested|Approved|Signed|Sent|Final)$/)
  await expectOwn('withdrawal', id)
})

test('the receipt of a swap has both amounts and its rates', async () => {
  const terms = { ...simulated, currencyId: '1', toCurrencyId: '4', amount: '3000' }
  const { quote } = (await user.get('/api/getSwapQuote', { query: terms })).body.data as { quote: string }
  const send = { json: { ...terms, quote }, headers: moneyKey() }
  const made = (await user.post('/api/currencyExchange', send)).body.data as { id: string; received: string }
  const thread = await about('swap', made.id)
  expect(thread).toMatchObject({ about: `Swap 3000 USDT → ${made.received} BTC`, link: '/record?type=2' })
  const lines = linesOf(thread)
  expect(lines.get('Account')).toBe('Simulated account')
  expect([lines.get('Given'), lines.get('Received')]).toEqual(['3000 USDT', `${made.received} BTC`])
  expect(lines.get('USDT for 1 received')).toMatch(/^\d[\d.]* USDT$/)
  await expectOwn('swap', made.id)
})

test('the receipt of an order has its terms and, once finished, its result', async () => {
  const open = await place()
  const early = await about('order', open)
  expect(early).toMatchObject({ about: 'BTC/USDT Up 10 USDT', link: `/receipt/${open}` })
  const terms = linesOf(early)
  expect(terms.get('State')).toBe('Open')
  expect(terms.get('Stake')).toBe('10 USDT')
  expect(terms.get('Duration')).toBe('1 min')
  expect(terms.get('Due')).toMatch(UTC)
  expect(terms.get('Ticket')).toMatch(/^[0-9a-f]{64}$/)
  expect(terms.has('Net result')).toBe(false)
  const finished = await place()
  for (let i = 0; i < 66; i++) {
    clock.advance(1_000)
    await server.app.market.idle()
  }
  const lines = linesOf(await about('order', finished))
  expect(lines.get('State')).toMatch(/^(Won|Lost|Tie, stake returned)$/)
  expect(lines.get('Entry price')).toMatch(/^\d[\d.]* USDT$/)
  expect(lines.get('Settlement price')).toMatch(/^\d[\d.]* USDT$/)
  expect(lines.get('Net result')).toMatch(/^[+−]?\d[\d.]* USDT$/)
  // The subject keeps its facts of that time, shown in the reader's language.
  const again = await about('order', open, 'japanese')
  expect(again).toMatchObject({ id: early.id, about: 'BTC/USDT 上昇 10 USDT' })
  expect(linesOf(again).get('状態')).toBe('進行中')
  await expectOwn('order', finished)
})

async function place(): Promise<string> {
  const query = { type: '0', pid: '1', timeId: '110' }
  const offer = await user.get('/api/getTimeAccountCurrency', { query })
  const { ranges } = offer.body.data as { ranges: { id: string }[] }
  const quoteId = ranges[0]?.id
  const json = { ...simulated, pid: '1', stake: '10', timeId: '110', currencyId: '1', quoteId }
  const placed = await user.post('/api/createLimitOrder', { json, headers: moneyKey() })
  if (placed.status !== 200) throw new Error(placed.text)
  return (placed.body.data as { orderId: string }).orderId
}
