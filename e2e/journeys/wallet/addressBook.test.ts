import { CHAIN_MS, freeIn, transfersOf } from '@tickmark/server/app/custody.testing'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { seeChain, type SeenChain } from '../../support/house/chain.ts'
import { type Person } from '../../support/house/people.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { reviewSending } from '../../support/page/sending.ts'
import { visitWithEther } from '../../support/house/ether.ts'
import { setStage } from '../../support/stage/stage.ts'
import { waitForToast } from '../../support/page/toasts.ts'

const stage = setStage({ CHAINS: '' })
/** An address without an owner. */
const KNOWN = '0x000000000000000000000000000000000000dEaD'
const NEW = '0x00000000000000000000000000000000DeaDBeef'
const HOUR_MS = 3_600_000
const FAILED = 'Network failure, please try again later'

let chain: SeenChain
let person: Person & { page: Page }
let page: Page

beforeAll(async () => {
  chain = await seeChain(stage.app)
  person = await visitWithEther(stage)
  page = person.page
})

const book = () => page.getByRole('list', { name: 'Address book' })
const wait = () => page.getByRole('switch', { name: /^New addresses wait 24 hours/ })
const newest = () => page.getByRole('region', { name: 'Newest withdrawals' })
const progress = (within: Page | Locator) => within.getByRole('list', { name: 'Progress of the withdrawal' })

async function add(address: string, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Add an address' }).click()
  const sheet = await seen(page.getByRole('dialog', { name: 'Add an address' }))
  await seen(sheet.getByText('You can send here in 24 hours.'))
  await sheet.getByRole('textbox', { name: 'Address' }).fill(address)
  await sheet.getByRole('textbox', { name: 'Name' }).fill(label)
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
}

/** Withdraws in the page; returns the text of the review. */
async function send(to: string, amount: string): Promise<string> {
  const sheet = await reviewSending(page, to, amount)
  const review = await sheet.innerText()
  await sheet.getByRole('button', { name: 'Sign and send' }).click()
  await waitForToast(page, /^Withdrawal of .* requested/)
  await gone(sheet)
  return review
}

test('an address is added with its name, and shows from when it can be used', async () => {
  await page.goto('/protection')
  await seen(page.getByText('No addresses yet'))
  await add('0x1234', '')
  await waitForToast(page, 'This is no Ethereum or Tron address')
  await page.getByRole('dialog', { name: 'Add an address' }).getByRole('button', { name: 'Close' }).click()
  await add(KNOWN, 'Cold wallet')
  await waitForToast(page, 'Address added')
  await reads(
    book().getByRole('listitem'),
    new RegExp(`^Cold wallet ${KNOWN} Ready from \\w+ \\d+, 20\\d\\d`),
  )
})

test('the error of a failed attempt disappears once the address is added', async () => {
  await page.route('**/api/addAddress', (route) => route.abort(), { times: 1 })
  await add(NEW, 'Second')
  await waitForToast(page, FAILED)
  const sheet = await seen(page.getByRole('dialog', { name: 'Add an address' }))
  await seen(sheet.getByText(FAILED))
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await waitForToast(page, 'Address added')
  await gone(sheet)
  await page.getByRole('button', { name: 'Add an address' }).click()
  await seen(sheet)
  expect(await sheet.getByText(FAILED).count()).toBe(0)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await gone(sheet)
  await page.getByRole('button', { name: 'Remove Second' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await waitForToast(page, 'Address removed')
  stage.forgive(/addAddress|ERR_FAILED/)
})

test('a late paste keeps the name typed meanwhile', async () => {
  await page.evaluate((address) => {
    navigator.clipboard.readText = () => new Promise((done) => setTimeout(() => done(address), 500))
  }, NEW)
  await page.getByRole('button', { name: 'Add an address' }).click()
  const sheet = await seen(page.getByRole('dialog', { name: 'Add an address' }))
  await sheet.getByRole('button', { name: 'Paste' }).click()
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Later')
  const address = sheet.getByRole('textbox', { name: 'Address' })
  await expect.poll(() => address.inputValue()).toBe(NEW)
  expect(await sheet.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Later')
  await address.fill('')
  await sheet.getByRole('textbox', { name: 'Name' }).fill('')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await gone(sheet)
})

test('the wait for new addresses is turned on at once', async () => {
  await page.goto('/protection')
  expect(await wait().isChecked()).toBe(false)
  await page.getByText('New addresses wait 24 hours').click()
  await waitForToast(page, 'New addresses now wait 24 hours')
  await expect.poll(() => wait().isChecked()).toBe(true)
})

test('a withdrawal to a new address then waits, shows how long, and can be cancelled', async () => {
  const before = await freeIn(person.user, 'ETH')
  expect(await send(NEW, '0.1')).toMatch(
    /You asked for new addresses to wait\. It goes on by itself: \w+ \d+/,
  )
  await reads(progress(newest()), /Under way: Waiting: the address is new .* It goes on by itself/)
  expect(await freeIn(person.user, 'ETH')).toBeLessThan(before - 10_000_000n)
  await newest().getByRole('button', { name: 'Call back' }).click()
  const question = await seen(page.getByRole('alertdialog', { name: 'Call this withdrawal back?' }))
  await question.getByRole('button', { name: 'Call it back' }).click()
  await waitForToast(page, 'The withdrawal was called back')
  await reads(newest().getByRole('article').first(), /Failed .*Ended: Called back/)
  expect(await freeIn(person.user, 'ETH')).toBe(before)
  expect(await chain.balance(NEW)).toBe(0n)
})

test('the own wallet’s address never waits', async () => {
  expect(await send(person.address, '0.05')).not.toMatch(/to wait/)
  await reads(progress(newest()), /Done: Final/, CHAIN_MS)
})

test('a waiting withdrawal continues automatically after 24 hours, and an address of the book can then be used', async () => {
  await send(NEW, '0.06')
  await stage.jump(13 * HOUR_MS)
  // A session ends after a day without use.
  await freeIn(person.user, 'ETH')
  expect(await chain.balance(NEW)).toBe(0n)
  await stage.jump(11 * HOUR_MS + 1_000)
  await expect.poll(() => chain.balance(NEW)).toBe(6n * 10n ** 16n)
  const [record] = await transfersOf(person.user, 'get_my_cash_out_record')
  expect(record).toMatchObject({ money: '0.06', address: NEW })
  // Only reviewed, not sent: the signer runs in its own process, where the test cannot move the clock.
  expect(await (await reviewSending(page, KNOWN, '0.07')).innerText()).not.toMatch(/to wait/)
  expect(await (await reviewSending(page, NEW, '0.07')).innerText()).toMatch(/to wait/)
})

test('an address is removed after a confirmation; turning the wait off takes a day', async () => {
  await page.goto('/protection')
  await reads(book().getByRole('listitem'), /Ready · added/)
  await page.getByRole('button', { name: 'Remove Cold wallet' }).click()
  const question = await seen(page.getByRole('alertdialog', { name: 'Remove this address?' }))
  await reads(question, new RegExp(KNOWN))
  await question.getByRole('button', { name: 'Remove' }).click()
  await waitForToast(page, 'Address removed')
  await seen(page.getByText('No addresses yet'))
  await page.getByText('New addresses wait 24 hours').click()
  await waitForToast(page, 'The wait for new addresses ends in 24 hours')
  await seen(page.getByText(/Turned off\. New addresses still wait until \w+ \d+, 20\d\d/))
  expect(await wait().isChecked()).toBe(false)
})
