import { text as textOf } from 'node:stream/consumers'
import { formatAmount, ONE, parseAmount } from '@tickmark/core/money/money'
import { freeIn } from '@tickmark/server/app/custody.testing'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { waitForConnection } from '../../support/house/inbox.ts'
import { type OrderItem } from '../../support/house/orders.ts'
import { type Person, visitAs, visitJoined } from '../../support/house/people.ts'
import { settledOrder } from '../../support/scenes/scenes.ts'
import { choose, figureOf, gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { swapNow, unitsOf } from '../../support/page/swaps.ts'

const stage = setStage()
const USDT = '/statement?currency=USDT&days=30'
let person: Person & { page: Page }
let page: Page
let order: OrderItem

beforeAll(async () => {
  person = await visitJoined(stage)
  page = person.page
  order = await settledOrder(stage, person)
  await swapNow(person.user, { from: 1, to: 3, amount: '250' })
  await swapNow(person.user, { from: 1, to: 4, amount: '12.34567891' })
})

interface Line {
  title: string
  counter: string
  amount: bigint
  balance: bigint
}

const rows = () => page.getByRole('list', { name: 'Movements' }).getByRole('listitem')

/** The lines on screen: cause, other account, amount, and the balance after it. */
async function linesOnScreen(): Promise<Line[]> {
  await seen(page.getByText('It adds up'))
  const texts = await rows().allInnerTexts()
  return texts.map((text) => {
    const [title = '', when = '', amount = '', after = ''] = text.split('\n').filter((part) => part.trim())
    return {
      title,
      counter: when.split(/\s· /).at(-1) ?? '',
      amount: unitsOf(amount),
      balance: unitsOf(after.replace('Balance ', '')),
    }
  })
}

async function balanceOn(label: 'Opening balance' | 'Closing balance'): Promise<bigint> {
  return unitsOf((await figureOf(page, label).innerText()).replace(/ [A-Z]+$/, ''))
}

/** The file that the browser saves when a button is pressed. */
async function saved(name: 'Save as CSV' | 'Save as JSON'): Promise<{ file: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ])
  return { file: download.suggestedFilename(), text: await textOf(await download.createReadStream()) }
}

describe('a statement', () => {
  test('leads from the opening to the closing balance, line by line, to the available balance now', async () => {
    await page.goto(USDT)
    await reads(page.getByRole('heading', { level: 1 }), 'Statement')
    const lines = await linesOnScreen()
    let balance = await balanceOn('Opening balance')
    expect(balance).toBe(0n)
    for (const line of lines) {
      balance += line.amount
      expect(line.balance).toBe(balance)
    }
    expect(await balanceOn('Closing balance')).toBe(balance)
    expect(await freeIn(person.user, 'USDT', 1)).toBe(balance)
  })

  test.each(['english', 'arab'] as const)('in %s, its figures end in one column', async (language) => {
    const own = await visitAs(stage, person, { language })
    await own.goto(USDT)
    const list = own.getByRole('main').getByRole('list').filter({ hasText: '12.34567891' })
    const figures = [
      own.locator('main dl dd bdi bdi').first(),
      list.getByText(/\+\W*10,000\.00/),
      list.getByText(/−\W*12\.34567891/),
    ]
    const ends = []
    for (const figure of figures) {
      const { x, width } = (await (await seen(figure)).boundingBox()) ?? { x: 0, width: 0 }
      ends.push(Math.round(language === 'arab' ? x : x + width))
    }
    expect(new Set(ends).size).toBe(1)
  })

  test('names each movement and its other account', async () => {
    await page.goto(USDT)
    const lines = await linesOnScreen()
    const told = lines.map(({ title, counter, amount }) => [title, counter, formatAmount(amount)])
    expect(told).toContainEqual(['Starting balance', 'Outside', '10000'])
    expect(told).toContainEqual(['Order placed', 'Escrow of orders', '-120'])
    // Also for a lost order: its line is then zero.
    expect(told.filter(([title]) => /^Order settled: (Won|Lost|Tie)$/.test(title ?? ''))).toHaveLength(1)
    for (const line of await rows()
      .filter({ hasText: /^Order/ })
      .allInnerTexts())
      expect(line).toMatch(/BTC\/USDT\s+Up\s· /)
    expect(told).toContainEqual(['Swap', 'Stock for swaps', '-250'])
    expect(told).toContainEqual(['Swap', 'Stock for swaps', '-12.34567891'])
    await choose(page.getByRole('radiogroup', { name: 'Days' }), 'Today')
    await page.waitForURL(/days=1/)
    await page.getByRole('combobox', { name: 'Currency' }).selectOption('ETH')
    await page.waitForURL(/currency=ETH/)
    await expect.poll(() => rows().count()).toBe(2)
    const [opening, swap] = await linesOnScreen()
    expect(opening).toMatchObject({ title: 'Starting balance', amount: ONE })
    expect(swap).toMatchObject({ title: 'Swap', counter: 'Stock for swaps' })
    expect(await freeIn(person.user, 'ETH', 1)).toBe(swap?.balance)
  })

  test('is saved as a CSV that adds up', async () => {
    await page.goto(USDT)
    const shown = await linesOnScreen()
    const { file, text } = await saved('Save as CSV')
    expect(file).toMatch(/^tickmark-statement-USDT-20\d\d-\d\d-\d\d-20\d\d-\d\d-\d\d\.csv$/)
    expect(text.endsWith('\r\n')).toBe(true)
    const [head, ...table] = text.trimEnd().split('\r\n')
    const columns = head?.split(',') ?? []
    const read = table.map(
      (line) => new Map(line.split(',').map((cell, at) => [columns[at] ?? '', cell] as const)),
    )
    const [opening, ...rest] = read
    const closing = rest.pop()
    expect([opening?.get('cause'), closing?.get('cause')]).toEqual(['opening', 'closing'])
    let balance = parseAmount(opening?.get('balance') ?? '') ?? -1n
    for (const [at, line] of rest.entries()) {
      balance += parseAmount(line.get('amount') ?? '') ?? 0n
      expect(line.get('balance')).toBe(formatAmount(balance))
      expect(shown[at]?.balance).toBe(balance)
      expect(line.get('currency')).toBe('USDT')
    }
    expect(rest).toHaveLength(shown.length)
    expect(closing?.get('balance')).toBe(formatAmount(balance))
    expect(rest.some((line) => line.get('order') === order.orderId)).toBe(true)
    expect(rest.map((line) => line.get('counter_account'))).toEqual(
      expect.arrayContaining(['escrow', 'inventory']),
    )
  })

  test('is saved as JSON with its owner, its days, and lines that add up', async () => {
    await page.goto(USDT)
    await linesOnScreen()
    const { file, text } = await saved('Save as JSON')
    expect(file).toMatch(/\.json$/)
    const told = JSON.parse(text) as Record<string, string> & {
      lines: { amount: string; balance: string; cause: string; counter: string; ref: string }[]
    }
    expect(told).toMatchObject({
      format: 'tickmark-statement/1',
      address: person.address,
      account: 'simulated',
      balance: 'available',
      currency: 'USDT',
    })
    const [from = 0, to = 0] = [told['from'], told['to']].map((at) => Date.parse(at ?? ''))
    expect([from, to].map(clockInBerlin)).toEqual(['00:00:00', '00:00:00'])
    // A day with a clock change is an hour longer or shorter.
    expect(Math.round((to - from) / 86_400_000)).toBe(30)
    const sum = told.lines.reduce(
      (total, { amount }) => total + (parseAmount(amount) ?? 0n),
      parseAmount(told['opening'] ?? '') ?? -1n,
    )
    expect(formatAmount(sum)).toBe(told['closing'])
    expect(new Set(told.lines.map(({ ref, cause, amount }) => ref + cause + amount)).size).toBe(
      told.lines.length,
    )
  })

  test('leads from an order’s line to its receipt, and from a swap to the records', async () => {
    await page.goto(USDT)
    await linesOnScreen()
    await rows().filter({ hasText: 'Order placed' }).getByRole('link').click()
    await page.waitForURL(`**/receipt/${order.orderId}`)
    await reads(page.getByRole('heading', { level: 1 }), 'Receipt')
    await page.goto(USDT)
    await linesOnScreen()
    await rows().filter({ hasText: 'Swap' }).first().getByRole('link').click()
    await page.waitForURL(/\/record\?type=2/)
  })

  test('can be requested by typing days digit by digit', async () => {
    await page.goto(USDT)
    await choose(page.getByRole('radiogroup', { name: 'Days' }), 'Custom')
    const from = page.getByLabel('From', { exact: true })
    await from.pressSequentially('05052026', { delay: 50 })
    expect(await from.inputValue()).toBe('2026-05-05')
    await page.waitForURL(/from=2026-05-05&to=20\d\d-\d\d-\d\d/)
    await linesOnScreen()
  })

  test('that failed to reload is not called consistent until it loads', async () => {
    await page.goto(USDT)
    const before = await linesOnScreen()
    await waitForConnection(stage, person)
    await page.route('**/api/getStatement?*', (route) => route.abort())
    await swapNow(person.user, { from: 1, to: 3, amount: '7' })
    const again = await seen(page.getByRole('main').getByRole('button', { name: 'Try again' }))
    await gone(page.getByText('It adds up'))
    await again.click()
    await gone(again)
    await seen(again)
    await page.unroute('**/api/getStatement?*')
    await again.click()
    const lines = await linesOnScreen()
    expect(lines).toHaveLength(before.length + 1)
    stage.forgive(/getStatement|ERR_FAILED/)
  })
})

test('the real account has statements of its own', async () => {
  const real = await visitAs(stage, person, { book: 0 })
  await real.goto(USDT)
  await seen(real.getByText('No movements'))
  await reads(figureOf(real, 'Closing balance'), '0.00 USDT')
  await seen(real.getByRole('radiogroup', { name: 'Balance' }))
  expect(await real.getByText('Simulated account').count()).toBe(0)
})

/** The browser's current address. */
function clockInBerlin(ms: number): string {
  return new Date(ms).toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' })
}
