import type { Locator, Page } from 'playwright-core'
import { hostMoney } from '../house/hosting.ts'
import type { Person } from '../house/people.ts'
import type { Say, Scene } from './scenes.ts'
import { seen } from '../page/see.ts'

/** Gives a user two hosting orders in the simulated account. */
export async function fillHosting(person: Person): Promise<void> {
  await hostMoney(person, { amount: '250.5', mid: 1 })
  await hostMoney(person, { amount: '500', mid: 2 })
}

const overview = (page: Page, say: Say) =>
  seen(page.getByRole('list', { name: say('arbitrage:products') }).getByRole('listitem'))

async function product(page: Page, say: Say): Promise<Locator> {
  const pad = await seen(page.getByRole('group', { name: say('arbitrage:keypad') }))
  for (const digit of ['2', '5', '0']) await pad.getByRole('button', { name: digit, exact: true }).click()
  return pad
}

/** The screens of the arbitrage programme. */
export const HOSTING_SCENES: readonly Scene[] = [
  { name: 'arbitrage of a visitor', as: 'visitor', path: () => '/arbitrage', open: overview },
  { name: 'arbitrage', path: () => '/arbitrage', open: overview },
  {
    name: 'hosting orders',
    path: () => '/arbitrageRecord',
    open: (page) => seen(page.getByRole('main').getByRole('article')),
  },
  {
    name: 'question about an early exit',
    path: () => '/arbitrageRecord',
    async open(page, say) {
      await (await seen(page.getByRole('button', { name: say('arbitrage:exit.action') }))).click()
      return seen(page.getByRole('alertdialog'))
    },
  },
  { name: 'hosting product', path: () => '/arbitrageProduct?mid=1', open: product },
  {
    name: 'question about hosting',
    path: () => '/arbitrageProduct?mid=1',
    async open(page, say) {
      await product(page, say)
      await page.getByRole('button', { name: say('arbitrage:hostNow') }).click()
      return seen(page.getByRole('alertdialog'))
    },
  },
]
