import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runs } from '@tickmark/core/runs.testing'
import { movableClock } from '@tickmark/server/platform/clock.testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { disagreements } from '../../support/figures/agree.ts'
import { type Ask, askAs } from '../../support/figures/ask.ts'
import { type Findings, judge, unnoticed } from '../../support/figures/judge.ts'
import { type Account, dayBefore, fallBehind, liveADay } from '../../support/figures/lives.ts'
import { noFigures } from '../../support/figures/read.ts'
import type { Row } from '../../support/figures/row.ts'
import { ROWS } from '../../support/figures/rows.ts'
import { NO_FINDINGS, type Walk, walksOf } from '../../support/figures/walk.ts'
import { WITH_REVIEWER } from '../../support/house/loans.ts'
import { changeAnswers } from '../../support/stage/calls.ts'
import { setStage } from '../../support/stage/stage.ts'

// Accounts with random histories: every number on their pages follows from what the server answers at that moment.

const ACCOUNTS = runs(2, 20)
const stage = setStage({ CHAINS: '' }, movableClock({ startMs: dayBefore(Date.now()) }))
const { visitStill, look } = walksOf(stage)
let accounts: Account[] = []

beforeAll(
  async () => {
    accounts = await liveADay(stage, ACCOUNTS)
  },
  runs(300_000, 1_800_000),
)

const BOOKS = [1, 0] as const
const rowOf = (name: string) => ROWS.find((one) => one.page === name) as Row

interface Plant {
  page: string
  call: string
  /** A figure of the answer. */
  truth: (ask: Ask, who: Account) => Promise<string>
  lie: string
  /** The lie as it then stands on the page. */
  reads: string
}

const PLANTS: readonly Plant[] = [
  {
    page: 'wallet of account 1',
    call: '/api/getMyWalletData',
    truth: async (ask) => (await ask('getMyWalletData')).data.total,
    lie: '98765.43',
    reads: '$98,765.43',
  },
  {
    page: 'countdown',
    call: '/api/getOrderValue',
    truth: async (ask, { open }) => (await ask('getOrderValue', { orderId: open[1]?.id ?? '' }))?.bid ?? '',
    lie: '0.07',
    reads: '0.07',
  },
  {
    page: 'limits and their use',
    call: '/api/getLimits',
    truth: async (ask) => (await ask('getLimits')).limits.find((one) => one.kind === 'stakeWeek')?.used ?? '',
    lie: '7.25',
    reads: '7.25',
  },
]

test.each(PLANTS)(
  'a figure changed on its way to the page is named: $page',
  async ({ page: name, call, truth, lie, reads }) => {
    const who = accounts[0] as Account
    const row = rowOf(name)
    const ask = askAs(who.user, row.book, 'english')
    const walk: Walk = { who, book: row.book, language: 'english' }
    const page = await visitStill(walk)
    const told = JSON.stringify(await truth(ask, who))
    await changeAnswers(page, stage, call, (json) => json.replaceAll(told, JSON.stringify(lie)))
    const isNamed = ({ unexplained }: Findings) => unexplained.some((one) => one.startsWith(`${reads} in`))
    const seen = await look(page, row, walk, isNamed)
    expect(seen && isNamed(seen.wrong), seen?.wrong.unexplained.join('; ')).toBe(true)
  },
)

test('a number that no row explains is named with the words around it', () => {
  const found = judge(
    'Fee of the day 0.30 USDT, 24 h',
    ['Fee of the day 0.03 USDT'],
    [{ name: 'a span', pattern: /24 h/g }],
  )
  expect(found).toEqual({
    missing: ['Fee of the day 0.03 USDT'],
    unexplained: ['0.30 in “Fee of the day 0.30 USDT, 24 h”'],
  })
})

/** Screens without money, a chance, a rate or a time of the user's own. */
const NO_FIGURES = [
  '/share/:url?',
  '/help',
  '/guide',
  '/qa',
  '/language',
  '/no-permission',
  '/nft',
  '/nft/shop',
  '/nft/tasks',
  '/nft/orders',
  '/arbitrageIntro',
  // The house's public figures, and what a stranger sees of a receipt: other journeys.
  '/house-record',
  '/r/:name?',
  // What somebody wrote: messages, chats, addresses, and the agreement, whose text is signed.
  '/notification',
  '/chat',
  '/protection',
  '/sign',
]

test('every screen is walked, or is known to have no figures of the user', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../../web/src/navigation/hrefs.ts'), 'utf8')
  const [block = ''] = /export const PATHS = \{.*?\}/s.exec(text) ?? []
  const screens = Array.from(block.matchAll(/: '(.+?)'/g), ([, path = '']) => path)
  const order = { id: 'x', pid: 1 }
  const rich = { open: [order, order], finished: [order, order], loan: 'x' } as unknown as Account
  const poor = { ...rich, loan: null }
  const walked = ROWS.flatMap((row) => row.path(rich) ?? row.path(poor) ?? []).map(
    (path) => path.split('?')[0],
  )
  const isKnown = (screen: string) =>
    NO_FIGURES.includes(screen) || walked.some((path) => path === screen.replace(/:\w+\??/, 'x'))
  expect(screens.length).toBeGreaterThan(30)
  expect(screens.filter((screen) => !isKnown(screen))).toEqual([])
})

describe('with its clock and the house’s standing still', () => {
  test.each(Array.from({ length: ACCOUNTS }, (_, at) => at))(
    'account %i sees on each page the server’s numbers and no others, and the ledger agrees',
    async (at) => {
      const who = accounts[at] as Account
      const walks: Walk[] = BOOKS.map((book) => ({ who, book, language: 'english' }))
      if (at === 0) walks.push(...BOOKS.map((book): Walk => ({ who, book, language: 'arab' })))
      for (const walk of walks) {
        const { book, language } = walk
        const page = await visitStill(walk)
        expect(await disagreements(askAs(who.user, book, language), stage.clock.nowMs())).toEqual([])
        const rows = ROWS.filter((one) => one.book === book && (language === 'english' || one.isArab))
        for (const row of rows) {
          const seen = await look(page, row, walk)
          if (!seen) continue
          expect.soft(seen.wrong, `${row.page}, ${language}`).toEqual(NO_FINDINGS)
          // Any figure that were off by its last digit would be found.
          if (at === 0)
            expect.soft(unnoticed(seen.text, seen.figures, noFigures(language)), row.page).toEqual([])
        }
      }
    },
  )
})

/** Pages on which a loan's sums stand. */
const OF_A_LOAN = /^(loans?|repaying a loan|statement of account 0|home of account 0)$/

describe('in the third month of a loan that two reviewers approved', () => {
  const house = setStage({ CHAINS: '', ...WITH_REVIEWER })
  const walks = walksOf(house)

  test('with one instalment paid and one overdue, each page has the server’s numbers and no others', async () => {
    const who = await fallBehind(house)
    const ask = askAs(who.user, 0, 'english')
    const { apply, orders } = await ask('loanOrderList', { applyId: who.loan ?? '' })
    expect(orders.map((one) => one.standing).slice(0, 3)).toEqual(['paid', 'overdue', 'ahead'])
    expect(apply.paid).toBe(1)
    expect(await disagreements(ask, house.clock.nowMs())).toEqual([])
    for (const language of ['english', 'arab'] as const) {
      const walk: Walk = { who, book: 0, language }
      const page = await walks.visitStill(walk)
      const rows = ROWS.filter((one) => OF_A_LOAN.test(one.page) && (language === 'english' || one.isArab))
      for (const row of rows) {
        const seen = await walks.look(page, row, walk)
        expect.soft(seen?.wrong, `${row.page}, ${language}`).toEqual(NO_FINDINGS)
        if (language === 'english')
          expect
            .soft(unnoticed(seen?.text ?? '', seen?.figures ?? [], noFigures(language)), row.page)
            .toEqual([])
      }
    }
  })
})
