import { randomUUID } from 'node:crypto'
import { operatorOf } from '@tickmark/server/app/operatorCaller.testing'
import type { Page } from 'playwright-core'
import { EDITOR } from '../house/content.ts'
import type { Person } from '../house/people.ts'
import type { Scene, Say } from './scenes.ts'
import { seen } from '../page/see.ts'
import type { House } from '../stage/stage.ts'

/** Gives a user alerts, limits with a pending change, and a conversation about an order. */
export async function fillAccount(house: House, { user }: Person, orderId: string): Promise<void> {
  const post = async <T>(by: typeof user, path: string, json: object): Promise<T> => {
    const reply = await by.post(path, { json: { book: 1, ...json } })
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`)
    return reply.body.data as T
  }
  for (const [pid, value] of [
    [1, '5'],
    [2, '-12.5'],
  ] as const) {
    await post(user, '/api/addAlert', { pid, kind: 'percent', value })
  }
  for (const [kind, value] of [
    ['lossDay', '500'],
    ['lossDay', '1500'],
    ['minutesDay', '180'],
  ] as const) {
    await post(user, '/api/setLimit', { kind, value })
  }
  const about = { subject: 'order', subjectId: orderId }
  const { thread } = await post<{ thread: { id: string } }>(user, '/api/openThread', about)
  const words = { threadId: thread.id, files: '' }
  await post(user, '/api/sendChat', {
    ...words,
    key: randomUUID(),
    text: 'Why did it start at another price?',
  })
  const support = await operatorOf(() => house.url, EDITOR)
  const text = 'The entry price is the first tick at least half a second after acceptance.'
  await post(support, '/api/console/support/reply', { ...words, key: randomUUID(), text })
}

const h1 = (page: Page) => seen(page.getByRole('heading', { level: 1 }))
const sheet = (page: Page) => seen(page.getByRole('dialog').last())

async function below(page: Page, say: Say) {
  const news = page.getByRole('list', { name: say('news:title') })
  await seen(page.getByRole('list', { name: say('home:list') }).getByRole('listitem'))
  await page.getByRole('main').evaluate(() => scrollTo(0, document.body.scrollHeight))
  await news.scrollIntoViewIfNeeded()
  return seen(news.getByRole('listitem').last())
}

/** Screens beside trading: news, alerts, limits, chat, help. */
export const AROUND_SCENES: readonly Scene[] = [
  { name: 'news', path: () => '/', open: below },
  {
    name: 'article',
    path: () => '/',
    async open(page, say) {
      await (await below(page, say)).getByRole('link').click()
      const article = await sheet(page)
      await seen(article.getByRole('heading', { level: 3 }))
      return article
    },
  },
  {
    name: 'messages',
    path: () => '/notification',
    open: (page, say) =>
      seen(page.getByRole('list', { name: say('pages:title.notification') }).getByRole('listitem')),
  },
  {
    name: 'settings of messages',
    path: () => '/notification',
    async open(page, say) {
      await page.getByRole('button', { name: say('messages:notices.title') }).click()
      await seen(page.getByRole('switch', { name: say('messages:notices.alerts') }))
      return sheet(page)
    },
  },
  {
    name: 'price alerts',
    path: () => '/alerts',
    open: (page, say) => seen(page.getByRole('list', { name: say('alerts:waiting') }).getByRole('listitem')),
  },
  {
    name: 'price alert',
    path: () => '/business?pid=1',
    async open(page, say) {
      await page.getByRole('button', { name: say('pages:title.alerts') }).click()
      return sheet(page)
    },
  },
  {
    name: 'limits',
    path: () => '/limits',
    open: (page, say) => seen(page.getByRole('heading', { name: say('limits:group.loss') })),
  },
  {
    name: 'a limit',
    path: () => '/limits',
    async open(page, say) {
      await page.getByRole('button', { name: new RegExp(`^${say('limits:kind.lossDay')}`) }).click()
      return sheet(page)
    },
  },
  { name: 'share', path: () => '/share', open: (page, say) => seen(page.getByText(say('share:link'))) },
  {
    name: 'help',
    path: () => '/help',
    open: (page, say) => seen(page.getByRole('heading', { name: say('help:area.start') })),
  },
  {
    name: 'help, searched',
    path: () => '/help?q=USDT',
    open: (page) => seen(page.locator('mark, summary')),
  },
  { name: 'glossary', path: () => '/help?tab=glossary', open: (page) => seen(page.locator('main dl dt')) },
  {
    name: 'question',
    path: () => '/qa',
    async open(page) {
      await page.getByRole('main').getByRole('link').nth(2).click()
      return seen(page.locator('.prose'))
    },
  },
  { name: 'guide', path: () => '/guide', open: h1 },
  {
    name: 'guide, the margin',
    path: () => '/guide',
    async open(page, say) {
      const next = page.getByRole('button', { name: say('help:guide.next') })
      await next.click()
      await next.click()
      await next.click()
      return h1(page)
    },
  },
  { name: 'NFTs', path: () => '/nft', open: h1 },
  { name: 'NFT shop', path: () => '/nft/shop', open: h1 },
  { name: 'NFT tasks', path: () => '/nft/tasks', open: h1 },
  { name: 'NFT orders', path: () => '/nft/orders', open: h1 },
  {
    name: 'conversations',
    path: () => '/chat',
    open: (page, say) => seen(page.getByText(say('chat:popup.never'))),
  },
  {
    name: 'conversation about an order',
    path: ({ finishedId }) => `/chat?subject=order&id=${finishedId}`,
    open: (page, say) => seen(page.getByText(say('chat:receipt'))),
  },
  {
    name: 'chat over the page',
    path: () => '/help',
    async open(page, say) {
      await page.getByRole('button', { name: new RegExp(`^${say('help:askSupport')}`) }).click()
      await seen(page.frameLocator('iframe').getByRole('button', { name: say('chat:begin') }))
      return sheet(page)
    },
  },
  {
    name: 'introduction to arbitrage',
    path: () => '/arbitrageIntro',
    open: (page) => seen(page.locator('.prose')),
  },
  {
    name: 'notice',
    path: () => '/',
    async open(page) {
      await page.addInitScript(() => localStorage.removeItem('noticesSeen'))
      await page.reload()
      await seen(page.getByRole('dialog').locator('.prose'))
      return sheet(page)
    },
  },
]
