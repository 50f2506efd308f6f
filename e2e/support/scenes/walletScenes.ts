import {
  creditedAfter,
  getTestMoney,
  OUTSIDE,
  typeIdOf,
  withdrawn,
} from '@tickmark/server/app/custody.testing'
import type { Page } from 'playwright-core'
import { swapNow } from '../page/swaps.ts'
import type { Person } from '../house/people.ts'
import type { Scene, Say } from './scenes.ts'
import { seen } from '../page/see.ts'

/** Fills a user's real account: deposits, a paid withdrawal, a swap. */
export async function fillWallet(person: Person): Promise<void> {
  const fund = (id: number, code: string) =>
    creditedAfter(person.user, code, () => getTestMoney(person.user, typeIdOf(id)))
  await Promise.all([fund(1, 'USDT'), fund(3, 'ETH')])
  await withdrawn(person, { typeId: typeIdOf(3), to: OUTSIDE, amount: '0.125' })
  await swapNow(person.user, { from: 1, to: 4, amount: '250', book: 0 })
}

async function openSend(page: Page, say: Say) {
  const address = await seen(page.getByRole('textbox', { name: say('transfer:send.address'), exact: true }))
  await address.fill(OUTSIDE)
  await page.getByRole('textbox', { name: say('trade:amount'), exact: true }).fill('0.05')
  return seen(page.getByText(say('transfer:send.total')))
}

const h2 = (page: Page, text: string) => seen(page.getByRole('heading', { name: text }))

/** The wallet's screens in the real account. */
export const WALLET_SCENES: readonly Scene[] = [
  {
    name: 'wallet',
    as: 'owner',
    path: () => '/account',
    async open(page, say) {
      await seen(page.getByRole('region', { name: say('wallet:overTime') }).getByRole('img'))
      return seen(page.getByRole('list', { name: say('wallet:currencies') }))
    },
  },
  {
    name: 'receive',
    as: 'owner',
    path: () => '/recharge?aid=1&name=USDT&coin=Tether',
    open: (page, say) => seen(page.getByRole('list', { name: say('transfer:wayOfDeposit') })),
  },
  {
    name: 'send',
    as: 'owner',
    path: () => '/recharge?aid=3&name=ETH&coin=Ethereum&tab=send',
    async open(page, say) {
      await openSend(page, say)
      return seen(page.getByRole('list', { name: say('transfer:wayOfWithdrawal') }))
    },
  },
  {
    name: 'review of a withdrawal',
    as: 'owner',
    path: () => '/recharge?aid=3&name=ETH&coin=Ethereum&tab=send',
    async open(page, say) {
      await openSend(page, say)
      await page.getByRole('button', { name: say('transfer:send.review'), exact: true }).click()
      return seen(page.getByRole('dialog', { name: say('transfer:send.reviewTitle') }))
    },
  },
  {
    name: 'swap',
    as: 'owner',
    path: () => '/recharge?aid=1&name=USDT&coin=Tether&tab=swap',
    async open(page, say) {
      await seen(page.getByRole('textbox', { name: say('transfer:swap.give') })).then((field) =>
        field.fill('100'),
      )
      return seen(page.getByText(say('transfer:swap.rate'), { exact: true }))
    },
  },
  {
    name: 'swap in the simulated account',
    path: () => '/recharge?aid=1&name=USDT&coin=Tether',
    open: (page, say) => seen(page.getByRole('textbox', { name: say('transfer:swap.give') })),
  },
  ...(['0', '1', '2'] as const).map((type): Scene => ({
    name: `records of type ${type}`,
    as: 'owner',
    path: () => `/record?type=${type}`,
    open: (page, say) =>
      seen(page.getByRole('list', { name: say(`wallet:record.type.${type}`) }).getByRole('listitem')),
  })),
  {
    name: 'record of a withdrawal',
    as: 'owner',
    path: () => '/record?type=1',
    async open(page, say) {
      const list = page.getByRole('list', { name: say('wallet:record.type.1') })
      await list.getByRole('button').first().click()
      const card = page.getByRole('dialog', { name: say('transfer:withdrawal') })
      return seen(card.getByRole('list', { name: say('transfer:wayOfWithdrawal') }))
    },
  },
  {
    name: 'statement',
    as: 'owner',
    path: () => '/statement?currency=1',
    open: (page, say) => seen(page.getByText(say('wallet:statement.addsUp'), { exact: true })),
  },
  {
    name: 'balance proof',
    path: () => '/signed-balances',
    open: (page, say) => seen(page.getByText(say('signedBalances:signed'), { exact: true })),
  },
  {
    name: 'protection',
    as: 'owner',
    path: () => '/protection',
    open: (page, say) => h2(page, say('wallet:protection.addressBook')),
  },
  {
    name: 'authenticator',
    as: 'owner',
    path: () => '/protection',
    async open(page, say) {
      await page.getByRole('button', { name: say('wallet:protection.turnOn') }).click()
      return seen(page.getByRole('img', { name: say('wallet:protection.qr') }))
    },
  },
]
