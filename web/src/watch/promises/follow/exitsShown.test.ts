import type { HostingExit, HostingTicket } from '@tickmark/core/arbitrage/hostings'
import { ROUTES } from '@tickmark/wire/routes/all'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDevice } from '../../device.testing.ts'
import type { KeptHosting } from '../kept/hostingStore.ts'

const AT = Date.UTC(2026, 10, 21, 10)
const OWNER = `0x${'1a'.repeat(20)}`
const device = openDevice({})
afterAll(() => device.close())

async function load() {
  device.visit()
  vi.setSystemTime(AT)
  return {
    ...(await import('./followHostings.ts')),
    ...(await import('../promiseAlarm.ts')),
    ...(await import('../../../api/api.ts')),
    ...(await import('../../../session/session.ts')),
    ...(await import('../../../session/signedInAs.ts')),
  }
}
let page: Awaited<ReturnType<typeof load>>
beforeAll(async () => (page = await load()))
beforeEach(() => page.queries.clear())

/** The house has signed the early exit of an order. */
function follow(order: string, problem: KeptHosting['problem'] = null): void {
  const statement: HostingExit = {
    v: 1,
    kind: 'exit',
    number: 7,
    at: AT,
    order,
    back: '500000000',
    fee: '100000000',
    consent: '',
  }
  page.followHosting({
    name: `exit ${order}`,
    order,
    file: { format: 'tickmark-hosting/1', statement } as KeptHosting['file'],
    problem,
    keptAtMs: AT,
    isLogged: true,
    owner: '',
    book: 1,
    checkedDay: '',
  })
}

/** A list on screen shows the order so, some time after its exit; it is whole, or the only or first page of several. */
function show(order: string, afterMs: number, given: object = {}, pages = 0): void {
  const list = [
    { orderNumber: order, status: 2, isEarly: true, redeemMoney: '5', deductionMoney: '1', ...given },
  ]
  const data = pages === 0 ? { list } : { pages: [{ list }, { list: [] }].slice(0, pages) }
  page.queries.setQueryData([ROUTES.getMyTgOrderList.path, order], data, { updatedAt: AT + afterMs })
  page.lookAtExits()
}
const alarms = (order: string) =>
  page.promiseAlarms.get().flatMap((one) => (one.order === order ? [one.trouble] : []))

test('an order is shown with the end that the house has signed', () => {
  follow('same')
  show('same', 60_000)
  expect(alarms('same')).toEqual([])
})

test.each<[string, number, object, number, boolean]>([
  ['with less than was signed', 0, { redeemMoney: '4' }, 0, true],
  ['with a higher fee', 0, { deductionMoney: '2' }, 0, true],
  ['as running for long', 10_000, { status: 1 }, 0, true],
  ['as running in a list that was on its way', 9_999, { status: 1 }, 0, false],
  ['otherwise in a list from before its exit', -1, { redeemMoney: '4' }, 0, false],
  ['otherwise on the only page', 0, { redeemMoney: '4' }, 1, true],
  ['otherwise on one of several pages, whose age is unknown', 0, { redeemMoney: '4' }, 2, false],
])('an order shown %s', (name, afterMs, given, pages, isWrong) => {
  follow(name)
  show(name, afterMs, given, pages)
  expect(alarms(name)).toEqual(isWrong ? ['exit'] : [])
  // A later list shows it as signed.
  show(name, 60_000)
  expect(alarms(name)).toEqual([])
})

test('a false exit ends no promise', () => {
  follow('false', 'not_signed')
  show('false', 60_000, { redeemMoney: '4' })
  expect(alarms('false')).not.toContain('exit')
})

test.each<[string, object, number, boolean]>([
  ['runs', { status: 1, isEarly: false }, 0, false],
  ['runs, on its only page', { status: 1, isEarly: false }, 1, false],
  ['was paid back in its time', { isEarly: false }, 0, false],
  ['ended early', {}, 0, true],
  ['ended early, on the only page', {}, 1, true],
])(
  'between two days, the house is asked for the exit of an order that it shows so alone: %s',
  async (order, given, pages, is) => {
    const session = {
      address: OWNER,
      walletType: 1,
      practice: false,
      registered: true,
      expiresAt: 0,
      key: null,
    }
    page.setServerSession({ ...session, books: [0, 1] })
    page.keepSignedInAs(OWNER)
    const statement = { kind: 'hosting', order, first: '2026-11-22', last: '2026-11-28' } as HostingTicket
    page.followHosting({
      name: `hosting ${order}`,
      order,
      file: { format: 'tickmark-hosting/1', statement } as KeptHosting['file'],
      problem: null,
      keptAtMs: AT,
      isLogged: true,
      owner: OWNER,
      book: 1,
      checkedDay: '',
    })
    show(`another than ${order}`, 0)
    show(order, 0, given, pages)
    device.asked.length = 0
    await page.lineLooks().get(order)?.()
    expect(device.asked).toEqual(is ? ['getHostingDays'] : [])
    // An exit that this device knows needs no look.
    follow(order)
    device.asked.length = 0
    await page.lineLooks().get(order)?.()
    expect(device.asked).toEqual([])
  },
)
