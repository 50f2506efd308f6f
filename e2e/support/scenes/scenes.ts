import type { Language } from '@tickmark/texts/languages'
import type { Locator, Page } from 'playwright-core'
import { placeOrder, type OrderItem, ordersOf } from '../house/orders.ts'
import { auditIntoLog } from '../house/audits.ts'
import { newPerson, type Person } from '../house/people.ts'
import { choose, seen } from '../page/see.ts'
import type { House, Stage } from '../stage/stage.ts'
import { textIn } from '../page/texts.ts'
import { AROUND_SCENES, fillAccount } from './aroundScenes.ts'
import { fillHosting, HOSTING_SCENES } from './hostingScenes.ts'
import { fillLoans, LOAN_SCENES } from './loanScenes.ts'
import { ORDER_SCENES } from './orderScenes.ts'
import { fillWallet, WALLET_SCENES } from './walletScenes.ts'

/** A user with every kind of order, so that each screen has content. */
export interface Resident extends Person {
  openId: string
  finishedId: string
  /** The public name of that order's shared receipt. */
  sharedName: string
  /** A user who has filled in a loan application. */
  applicant: Person
}

/** A screen, or an overlay above one, in any language. */
export interface Scene {
  name: string
  /**
   * The viewer. Unset: a user in the simulated account; `visitor`: not signed in; `owner`: the same user in the real
   * account; `applicant`: somebody in the real account who applies for a loan.
   */
  as?: 'visitor' | 'owner' | 'applicant'
  path: (who: Resident) => string
  /** Opens the scene; returns the element that must then be on screen. */
  open: (page: Page, say: Say, house: House, who: Resident) => Promise<Locator>
}

export type Say = (key: string, facts?: Record<string, string>) => string

export function sayIn(language: Language): Say {
  return (key, facts) => textIn(language, key, facts)
}

/**
 * Creates the resident: a wallet with records, five settled orders, two that run for a day, a favourite, and balances in the log.
 * `first` runs while the house's clock still agrees with the signer's, which no test moves.
 */
export async function moveIn(stage: Stage, first?: (person: Person) => Promise<unknown>): Promise<Resident> {
  const person = await newPerson(stage)
  const { user } = person
  await fillWallet(person)
  await first?.(person)
  await user.post('/api/keepProd', { json: { pid: 2 } })
  for (const [at, type] of ([0, 1, 0, 1, 0] as const).entries()) {
    await placeOrder(user, { pid: at + 1, type, range: at % 3, money: String(100 + 37 * at) })
  }
  await settle(stage, person, 5)
  const open = await placeOrder(user, { pid: 1, timeId: 117, range: 1, money: '250' })
  await placeOrder(user, { pid: 2, type: 1, timeId: 117, money: '0.05', currencyId: 3 })
  const [finished] = await ordersOf(user, 1)
  const finishedId = finished?.orderId ?? ''
  await fillAccount(stage, person, finishedId)
  const shared = await user.post('/api/shareReceipt', { json: { orderId: finishedId } })
  const { name } = shared.body.data as { name: string }
  await fillHosting(person)
  const applicant = await fillLoans(stage, person)
  await auditIntoLog(stage)
  return { ...person, openId: open.orderId, finishedId, sharedName: name, applicant }
}

/** A settled order with its receipt written. */
export async function settledOrder(stage: Stage, person: Person): Promise<OrderItem> {
  const placed = await placeOrder(person.user, { money: '120' })
  await settle(stage, person, 1)
  return placed
}

/** Lets one-minute orders settle, and another minute pass until the signed log covers their receipts. */
async function settle(stage: Stage, { user }: Person, count: number): Promise<void> {
  // The orders must be in the log before the clock moves on.
  await until(async () => (await ordersOf(user, 0)).every((one) => one.entryPrice !== null))
  await stage.jump(62_000)
  await until(async () => (await ordersOf(user, 1)).length === count)
  await stage.jump(60_000)
  const [first] = await ordersOf(user, 1)
  const query = { orderId: first?.orderId ?? '', book: '1' }
  await until(async () => {
    const { body } = await user.get('/api/getReceipt', { query })
    return (body.data as { receipt: unknown }).receipt !== null
  })
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const untilMs = Date.now() + 120_000
  while (!(await holds())) {
    if (Date.now() > untilMs) throw new Error('the orders did not settle')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const h1 = (page: Page) => seen(page.getByRole('heading', { level: 1 }))
const sheet = (page: Page) => seen(page.getByRole('dialog').last())
const question = (page: Page) => seen(page.getByRole('alertdialog'))
const coins = (page: Page, say: Say) =>
  seen(page.getByRole('list', { name: say('home:list') }).getByRole('listitem'))
const chart = (page: Page) => seen(page.locator('main [data-tag=last]'))

async function openMenu(page: Page, say: Say): Promise<Locator> {
  await coins(page, say)
  await page.getByRole('button', { name: say('home:menu') }).click()
  return seen(page.getByRole('dialog', { name: say('settings:menu.title') }))
}

async function typeAmount(page: Page, say: Say, amount: string): Promise<Locator> {
  const field = await seen(page.getByRole('textbox', { name: say('trade:amount') }))
  await field.fill(amount)
  return field
}

/** The order sheet, on windows too narrow for a form beside the chart. */
async function orderForm(page: Page, say: Say): Promise<Locator> {
  await seen(page.getByRole('radiogroup', { name: say('trade:returnRange') }))
  return seen(page.getByRole('textbox', { name: say('trade:amount') }))
}

/** Every screen of the app and every overlay. */
export const SCENES: readonly Scene[] = [
  { name: 'home of a visitor', as: 'visitor', path: () => '/', open: coins },
  {
    name: 'joining',
    as: 'visitor',
    path: () => '/',
    async open(page, say) {
      await page.getByRole('button', { name: say('home:hint.connect') }).click()
      await seen(page.getByText(say('join:none')))
      return sheet(page)
    },
  },
  { name: 'orders of a visitor', as: 'visitor', path: () => '/order', open: h1 },
  { name: 'home', path: () => '/', open: coins },
  { name: 'home, all coins', path: () => '/?tab=all', open: coins },
  { name: 'home, watchlist', path: () => '/?tab=watchlist', open: coins },
  { name: 'menu', path: () => '/', open: openMenu },
  {
    name: 'question about the account',
    path: () => '/',
    async open(page, say) {
      await openMenu(page, say)
      await choose(
        page.getByRole('radiogroup', { name: say('settings:menu.accountLabel') }),
        say('settings:menu.real'),
      )
      return question(page)
    },
  },
  {
    name: 'setup',
    path: () => '/',
    async open(page, say) {
      await (await openMenu(page, say)).getByRole('button', { name: say('settings:menu.setup') }).click()
      return seen(page.getByRole('dialog', { name: say('settings:menu.setup') }))
    },
  },
  {
    name: 'settings',
    path: () => '/settings',
    open: (page, say) => seen(page.getByText(say('settings:sessions.current'))),
  },
  { name: 'language', path: () => '/language', open: h1 },
  { name: 'no permission', path: () => '/no-permission', open: h1 },
  { name: 'not found', path: () => '/nowhere', open: h1 },
  { name: 'coin', path: () => '/business?pid=3', open: chart },
  { name: 'coin with an open order', path: () => '/business?pid=1', open: chart },
  { name: 'order sheet', path: () => '/business?pid=1&entrust=up', open: orderForm },
  {
    name: 'order sheet with a mistake',
    path: () => '/business?pid=2&entrust=down',
    async open(page, say) {
      await orderForm(page, say)
      await typeAmount(page, say, '0.1')
      return seen(page.getByRole('alert').filter({ hasText: /./ }))
    },
  },
  {
    name: 'payment currencies',
    path: () => '/business?pid=1&entrust=up',
    async open(page, say) {
      await orderForm(page, say)
      await page.getByRole('button', { name: say('trade:payWithNow', { currency: 'USDT' }) }).click()
      return seen(page.getByRole('radiogroup', { name: say('trade:payWith') }))
    },
  },
  {
    name: 'question about the order',
    path: () => '/business?pid=1&entrust=up',
    async open(page, say) {
      await orderForm(page, say)
      await typeAmount(page, say, '250')
      await page.getByRole('button', { name: new RegExp(`^${say('trade:placeOrder')}`) }).click()
      return question(page)
    },
  },
  {
    name: 'countdown',
    path: ({ openId }) => `/business?pid=1&open=${openId}`,
    open: (page) => seen(page.getByRole('dialog').getByRole('timer')),
  },
  {
    name: 'question about closing early',
    path: ({ openId }) => `/business?pid=1&open=${openId}`,
    async open(page) {
      const { name } = { name: /\d[.,]\d/ }
      await page.getByRole('dialog').getByRole('button', { name }).click()
      return question(page)
    },
  },
  {
    name: 'income',
    path: ({ finishedId }) => `/business?pid=1&open=${finishedId}`,
    open: (page, say) => seen(page.getByRole('link', { name: say('trade:seeReceipt') })),
  },
  {
    name: 'waiting orders',
    path: () => '/order',
    open: (page, say) => seen(page.getByRole('list', { name: say('orders:waiting') }).getByRole('listitem')),
  },
  {
    name: 'finished orders',
    path: () => '/order?tab=finished',
    open: (page, say) => seen(page.getByRole('list', { name: say('orders:finished') }).getByRole('listitem')),
  },
  {
    name: 'receipt',
    path: ({ finishedId }) => `/receipt/${finishedId}`,
    open: (page, say) => seen(page.getByText(say('receipt:notProvenDetail'))),
  },
  {
    name: 'shared receipt',
    as: 'visitor',
    path: ({ sharedName }) => `/r/${sharedName}`,
    open: (page, say) => seen(page.getByText(say('verdict:notProvenDetail'))),
  },
  { name: 'receipt of an open order', path: ({ openId }) => `/receipt/${openId}`, open: h1 },
  { name: 'wallet of a visitor', as: 'visitor', path: () => '/account', open: h1 },
  ...ORDER_SCENES,
  ...WALLET_SCENES,
  ...AROUND_SCENES,
  ...LOAN_SCENES,
  ...HOSTING_SCENES,
]
