import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import {
  addressText,
  type AddressStatement,
  type SignedAddress,
} from '@tickmark/core/evidence/depositAddress'
import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import { currencyById } from '@tickmark/core/money/currencies'
import {
  CHAIN_MS,
  creditedAfter,
  freeIn,
  getTestMoney,
  OUTSIDE,
  transfersOf,
  typeIdOf,
  withdrawn,
} from '@tickmark/server/app/custody.testing'
import { loadKeys, signerOf } from '@tickmark/server/platform/keys'
import { run } from '@tickmark/verify/main'
import { text as textOf } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { seeChain, type SeenChain } from '../../support/house/chain.ts'
import { checkEvidence, promiseLine } from '../../support/page/evidence.ts'
import { shoot } from '../../support/page/looks.ts'
import { changeAnswers, recordCalls } from '../../support/stage/calls.ts'
import { stored } from '../../support/stage/stored.ts'
import { type Person, visitJoined, visitWithWallet } from '../../support/house/people.ts'
import { choose, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { waitForToast } from '../../support/page/toasts.ts'

const stage = setStage({ CHAINS: '' })
let chain: SeenChain
let person: Person & { page: Page }
let page: Page

beforeAll(async () => {
  chain = await seeChain(stage.app)
  person = await visitWithWallet(stage, { book: 0 })
  page = person.page
})

async function openReceive(currencyId: number): Promise<void> {
  const { code, name } = currencyById(currencyId) ?? { code: '', name: '' }
  await page.goto(`/recharge?aid=${currencyId}&name=${name}&coin=${code}`)
  await seen(page.getByRole('img', { name: new RegExp(`^Code of your ${code} address`) }))
}

/** The full address that the page shows. */
async function shownAddress(): Promise<string> {
  const { address } = (await ask('/api/invoke/recharge')) as { address: string }
  return address
}

async function ask(path: string): Promise<unknown> {
  const json = { book: 0, typeId: typeIdOf(3) }
  return (await person.user.post(path, { json })).body.data
}

test('[WAL-01][WAL-02] the wallet lists the currencies, and a tap opens one to receive, send and swap', async () => {
  await page.goto('/account')
  await reads(page.getByRole('heading', { level: 1 }), 'Wallet')
  const rows = page.getByRole('list', { name: 'Currencies' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(7)
  const row = rows.filter({ hasText: /Ethereum/ })
  await reads(row, /ETH.*\$0\.00/)
  expect(await row.locator('img, svg').count()).toBeGreaterThan(0)
  await row.getByRole('link').click()
  await page.waitForURL(/\/recharge\?aid=3&name=ETH&coin=Ethereum/)
  const tabs = page.getByRole('radiogroup', { name: 'Receive, send or swap' })
  await reads(tabs, /Receive Send Swap/)
})

test('[WAL-02] the record icon leads to the records of the tab’s kind', async () => {
  for (const [tab, type] of [
    ['Receive', 0],
    ['Send', 1],
    ['Swap', 2],
  ] as const) {
    await page.goto('/recharge?aid=1&name=Tether&coin=USDT')
    await choose(page.getByRole('radiogroup', { name: 'Receive, send or swap' }), tab)
    await page.getByRole('button', { name: 'Records' }).click()
    await page.waitForURL(new RegExp(`/record\\?type=${type}`))
  }
})

test('[WAL-03] an address is shown as a QR code and by its ends, in full on a tap, and can be copied', async () => {
  const calls = await recordCalls(page, stage)
  await openReceive(3)
  await reads(page.getByRole('radiogroup', { name: 'Network' }), /Ethereum/)
  const whole = await shownAddress()
  const short = page.getByRole('button', { name: whole.slice(0, 15) })
  await reads(short, `${whole.slice(0, 15)}…${whole.slice(-15)}`)
  await short.click()
  await seen(page.getByText(whole))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await waitForToast(page, 'Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(whole)
  expect(calls.filter(({ path }) => path === '/api/invoke/recharge').length).toBe(1)
})

test('[WAL-03] a browser that does not allow copying says so', async () => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
  })
  await openReceive(3)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await waitForToast(page, 'The browser did not allow copying')
})

test('an address comes with the house’s signed promise, which the page keeps and saves as a file that holds', async () => {
  await openReceive(3)
  const promise = await seen(page.getByRole('region', { name: 'The house’s promise' }))
  const downloading = page.waitForEvent('download')
  await promise.getByRole('button', { name: 'Save the promise' }).click()
  const file = await textOf(await (await downloading).createReadStream())
  const keys = await (await fetch(`${stage.url}/config.json`)).text()
  const read = (path: string) => (path === 'keys' ? keys : file)
  const { code, text } = run(['file', '--keys', 'keys', '--owner', person.address], read)
  expect([code, text]).toEqual([0, expect.stringContaining(`ADDRESS HOLDS`)])
  expect(text).toContain(await shownAddress())
  expect(await stored(page, 'tickmark-addresses', 'addresses')).toMatchObject([
    { file: JSON.parse(file) as object },
  ])
  await shoot(page, 'deposit address')
})

/** Changes the statement in the house's answers, as somebody on the way does, or the house by its own key. */
function stating(on: Page, change: Partial<AddressStatement>, isSigned: boolean): Promise<void> {
  return changeAnswers(on, stage, '/api/invoke/recharge', (json) => {
    const answer = JSON.parse(json) as { data?: SignedAddress }
    if (!answer.data) return json
    const statement = { ...answer.data.statement, ...change }
    const { receiptsKey } = loadKeys(stage.config.keysFile, stage.clock.nowMs())
    const signature = hexOf(signerOf(receiptsKey).sign(asciiBytes(addressText(statement))))
    return JSON.stringify({ ...answer, data: { ...answer.data, statement, ...(isSigned && { signature }) } })
  })
}

/** Opens the screen of a house that lies: it shows no address. */
async function openRefused(on: Page): Promise<void> {
  await on.goto('/recharge?aid=3&name=Ethereum&coin=ETH')
  await seen(
    on.getByRole('alert').filter({ hasText: /^No address is shown: .* Send nothing on this network/ }),
  )
  expect(await on.getByRole('img', { name: /^Code of your/ }).count()).toBe(0)
  expect(await on.getByRole('button', { name: 'Copy', exact: true }).count()).toBe(0)
  expect(await on.getByText(OUTSIDE.slice(0, 10)).count()).toBe(0)
}

test.each<[string, Partial<AddressStatement>, boolean, number, RegExp]>([
  ['that was changed on its way', { address: OUTSIDE }, false, 1, /BROKEN {2}The house's signature/],
  [
    'signed for another account',
    { account: OUTSIDE },
    true,
    0,
    /ADDRESS HOLDS[^]*the account of 0x0{32}DeaDBeef/,
  ],
  ['signed for another network', { network: 'Polygon' }, true, 0, /ADDRESS HOLDS[^]* on Polygon/],
])(
  'an address %s is not shown, and reported on every page with the answer as evidence',
  async (_, change, isSigned, code, verdict) => {
    const { page: own } = await visitJoined(stage, { book: 0 })
    await stating(own, change, isSigned)
    await openRefused(own)
    await shoot(own, `deposit address refused, ${String(isSigned)}`)
    await own.goto('/settings')
    await reads(
      promiseLine(own, 'alert'),
      /The house showed a deposit address that it has not signed .* Deposit address \W*Ethereum/,
    )
    const checked = await checkEvidence(own, stage)
    expect([checked.code, checked.text]).toEqual([code, expect.stringMatching(verdict)])
    await own.unrouteAll({ behavior: 'ignoreErrors' })
    // An honest answer is shown again, beside the alarm.
    await own.goto('/recharge?aid=3&name=Ethereum&coin=ETH')
    await seen(own.getByRole('img', { name: /^Code of your ETH address/ }))
    await seen(promiseLine(own, 'alert'))
  },
)

test('a second address of one account is not shown, and convicts the house with the first one', async () => {
  const { page: own } = await visitJoined(stage, { book: 0 })
  await own.goto('/recharge?aid=3&name=Ethereum&coin=ETH')
  await seen(own.getByRole('img', { name: /^Code of your ETH address/ }))
  await stating(own, { address: OUTSIDE }, true)
  await openRefused(own)
  await reads(promiseLine(own, 'alert'), /The house has signed two things that cannot both be true\./)
  const { code, text, file } = await checkEvidence(own, stage)
  expect([code, text]).toEqual([0, expect.stringMatching(/ 0x0{32}DeaDBeef on Ethereum[^]*CONTRADICTION/)])
  expect(file).toMatch(/^tickmark-contradiction-Ethereum/)
  await own.unrouteAll({ behavior: 'ignoreErrors' })
})

describe('money on the chain', () => {
  test('a button sends test money to the user’s address, in a real transaction', async () => {
    const address = await shownAddress()
    const [held, free] = [await chain.balance(address), await freeIn(person.user, 'ETH')]
    await openReceive(3)
    await page.getByRole('button', { name: 'Get test money' }).click()
    await waitForToast(page, /0\.5(0*) ETH is on its way/)
    const newest = page.getByRole('region', { name: 'Newest deposits' })
    const progress = newest.getByRole('list', { name: 'Progress of the deposit' })
    await reads(
      progress,
      /^Done: Seen in block \d+ 0\.50 ETH .*3 of 3 confirmations Done: Credited/,
      CHAIN_MS,
    )
    expect((await chain.balance(address)) - held).toBe(5n * 10n ** 17n)
    const got = async () => formatAmount((await freeIn(person.user, 'ETH')) - free)
    await expect.poll(got).toBe('0.5')
  })

  test('[WAL-01] once it has arrived, its currency’s row shows amount and value', async () => {
    const { page: fresh, user } = await visitJoined(stage, { book: 0 })
    await creditedAfter(user, 'ETH', () => getTestMoney(user, typeIdOf(3)))
    await fresh.goto('/account')
    const rows = fresh.getByRole('list', { name: 'Currencies' }).getByRole('listitem')
    await reads(rows.filter({ hasText: /Ethereum/ }), /ETH Ethereum \$(?!0\.00 )[\d,]+\.\d\d 0\.50*$/)
    await reads(rows.filter({ hasText: /Tether/ }), /USDT Tether \$0\.00 0\.0+$/)
  })

  test.each([
    { currencyId: 3, code: 'ETH', given: '0.2', paid: '0.0625', decimals: 18 },
    { currencyId: 1, code: 'USDT', given: '100', paid: '41.5', decimals: 6 },
  ])(
    'a payment of $code from the own wallet is seen, confirmed and credited while one looks on',
    async ({ currencyId, code, given, paid, decimals }) => {
      await creditedAfter(person.user, code, () => getTestMoney(person.user, typeIdOf(currencyId)))
      await withdrawn(person, { typeId: typeIdOf(currencyId), to: person.address, amount: given })
      const before = await freeIn(person.user, code)
      await openReceive(currencyId)
      const token = currencyId === 3 ? undefined : chain.token(currencyId)
      const raw = ((parseAmount(paid) ?? 0n) * 10n ** BigInt(decimals)) / 10n ** 8n
      const txid = await chain.pay(person.account, await shownAddress(), raw, token)
      const newest = page.getByRole('region', { name: 'Newest deposits' })
      const progress = newest.getByRole('list', { name: 'Progress of the deposit' }).first()
      const sum = formatAmount(parseAmount(paid) ?? 0n).replace('.', '\\.')
      await reads(progress, new RegExp(`^Done: Seen in block [\\d,]+ ${sum}0* ${code}`), CHAIN_MS)
      await reads(progress, /Done: Credited/, CHAIN_MS)
      const [deposit] = await transfersOf(person.user, 'get_my_recharge_record')
      expect(deposit).toMatchObject({ txid, money: paid, status: 1 })
      expect((await freeIn(person.user, code)) - before).toBe(parseAmount(paid))
    },
  )
})
