import { expect, onTestFinished, test } from 'vitest'
import type { NewsItem } from '@tickmark/wire/routes/content'
import { queries } from '../../api/api.ts'
import { CONFIG } from '../../api/publicConfig.testing.ts'
import { configNow, takeConfig } from '../../api/publicConfig.ts'
import { answered, asUser, asVisitor, atTime, drawn, drawnLinks, withHtml } from '../../app/drawn.testing.tsx'
import { ROUTES } from '@tickmark/wire/routes/all'
import { preloadPanels } from '@tickmark/ui/layer/panels.testing.ts'
import '../../components/WalletActions.tsx'
import './FirstOrder.tsx'
import './market/WatchlistEmpty.tsx'
import { HomePage } from './HomePage.tsx'
import { HomeRest } from './HomeRest.tsx'
import { Invite } from './Invite.tsx'
import { News } from './news/News.tsx'

const { ArticleText } = await withHtml(() => import('./news/ArticleText.tsx'))

const AT = new Date(2026, 10, 7, 21, 4, 9).getTime()
const item = (id: number, given: Partial<NewsItem> = {}): NewsItem => {
  return {
    id,
    title: `News ${id}`,
    time: AT - id * 3_600_000,
    source: 'Desk',
    picture: '',
    content: 'Words',
    ...given,
  }
}

/** For the rest of the test, these pages of news are loaded. */
function loaded(...pages: { list: NewsItem[]; total: number }[]): void {
  const queryKey = [ROUTES.getIndexInformation.path, { address: null, language: 'english' }, 'pages']
  queries.setQueryData(queryKey, { pages, pageParams: pages.map(() => 0) })
  onTestFinished(() => queries.removeQueries({ queryKey, exact: true }))
}

test('the news come five at a time, until there are no more', async () => {
  atTime(AT)
  const five = [1, 2, 3, 4, 5].map((id) => item(id))
  loaded({ list: five, total: 6 })
  expect(await drawn(<News />)).toBe(
    [
      'News | News | News | News 1 | Desk | 1 hour ago | News 2 | Desk | 2 hours ago | News 3 | Desk',
      '3 hours ago | News 4 | Desk | 4 hours ago | News 5 | Desk | 5 hours ago | More news',
    ].join(' | '),
  )
  loaded({ list: five, total: 5 })
  expect((await drawn(<News />)).split(' | ').at(-1)).toBe('End of the news')
  loaded({ list: five, total: 6 }, { list: [item(6)], total: 6 })
  expect((await drawn(<News />)).split(' | ').slice(-4)).toEqual([
    'News 6',
    'Desk',
    '6 hours ago',
    'End of the news',
  ])
  loaded({ list: five.slice(0, 4), total: 6 })
  expect((await drawn(<News />)).split(' | ').at(-1)).toBe('End of the news')
  loaded({ list: [], total: 0 })
  expect(await drawn(<News />)).toBe(
    'News | News | No news yet | When something changes here, you read it in this place first.',
  )
})

test('an article tells its source, its date and its text, or that it is gone', async () => {
  atTime(AT)
  loaded({ list: [item(1), item(2, { source: '' })], total: 2 })
  expect(await drawn(<ArticleText id={1} />)).toBe('Desk | Nov 7, 2026, 20:04 | Words')
  expect(await drawn(<ArticleText id={2} />)).toBe('Nov 7, 2026, 19:04 | Words')
  queries.setQueryData(
    [ROUTES.getIndexInformation.path, { address: null, language: 'english' }, 'article', 9],
    null,
  )
  expect(await drawn(<ArticleText id={9} />)).toBe(
    'This article is no longer here | It was withdrawn, or the link is incomplete.',
  )
})

test('an invitation shows the user’s code, or lets a visitor join, and leads to the share page where sharing is open', async () => {
  asVisitor()
  expect(await drawn(<Invite />)).toBe(
    [
      'Invite a friend | Invite a friend',
      'A friend joins with your code. There is no reward, for you or for them. | Join to get your code',
    ].join(' | '),
  )
  asUser()
  answered('modify_user', {}, { myCode: 'ABC123', invited: [] })
  expect(await drawn(<Invite />)).toBe(
    [
      'Invite a friend | Invite a friend',
      'A friend joins with your code. There is no reward, for you or for them. | Your invite code',
      'ABC123 | Copy',
    ].join(' | '),
  )
  const before = configNow() ?? CONFIG
  takeConfig({ ...CONFIG, flags: { ...CONFIG.flags, share: true } })
  onTestFinished(() => takeConfig(before))
  expect(await drawnLinks(<Invite />)).toEqual(['/share'])
})

test('the banner of the arbitrage programme stands where the house offers it', async () => {
  await preloadPanels()
  asVisitor()
  const before = configNow() ?? CONFIG
  onTestFinished(() => takeConfig(before))
  for (const is of [true, false]) {
    takeConfig({ ...CONFIG, flags: { ...CONFIG.flags, arbitrageBanner: is } })
    expect((await drawnLinks(<HomeRest />)).includes('/arbitrage')).toBe(is)
  }
  expect(await drawnLinks(<HomeRest />)).toEqual(['/detail'])
})

test('the first screen introduces itself to a visitor, and shows his holdings to a user', async () => {
  const has = async () => {
    const told = await drawn(<HomePage />)
    return ['Total holdings', 'Try it with practice money', 'How it works'].map((one) => told.includes(one))
  }
  asVisitor()
  expect(await drawn(<HomePage />)).toBe(
    [
      'Markets | Open menu | Join | Every outcome can be checked',
      'Prices enter a public log as they are made. A payout is set aside before an order is accepted.',
      'How an order works | Market lists | (chosen) | Top | Watchlist | All | Loading',
      'Try it with practice money | Try it with practice money',
      'One tap, in this browser: no extension, no cost. | Close | Try with a practice wallet | Connect',
    ].join(' | '),
  )
  asUser()
  expect(await has()).toEqual([true, false, false])
})
