import { checkBalancesFile, type BalancesFile } from '@tickmark/core/evidence/balancesFile'
import { crypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { run } from '@tickmark/verify/main'
import type { ReplyOf } from '@tickmark/wire/call'
import type { walletRoutes } from '@tickmark/wire/routes/wallet'
import { text as textOf } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { auditIntoLog } from '../../support/house/audits.ts'
import { newPerson, type Person, visitAs, visitJoined } from '../../support/house/people.ts'
import { promiseLine } from '../../support/page/evidence.ts'
import { axeFindings, cutTexts, enlargeText, shoot, waitUntilStill } from '../../support/page/looks.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { textIn } from '../../support/page/texts.ts'
import { changeAnswers } from '../../support/stage/calls.ts'
import { setStage, type Visit } from '../../support/stage/stage.ts'
import { stored } from '../../support/stage/stored.ts'

type Signed = NonNullable<ReplyOf<typeof walletRoutes.getSignedBalances>['signed']>

const stage = setStage()
let person: Person & { page: Page }

beforeAll(async () => {
  // Somebody else, so that the house owes more than one account.
  await newPerson(stage)
  person = await visitJoined(stage, { book: 1 })
})

const row = (page: Page) => page.getByRole('link', { name: /^Balance proof/ })
const amounts = async (page: Page, name: string) => {
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
  return section.locator('dl > div').allInnerTexts()
}
const written = (list: readonly string[]) => list.map((one) => one.replaceAll(/\s+/g, ' '))

/** Saves a file with a button of the page. */
async function saved(page: Page, button: string): Promise<{ name: string; file: BalancesFile }> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).first().click()
  const download = await downloading
  const file = JSON.parse(await textOf(await download.createReadStream())) as BalancesFile
  return { name: download.suggestedFilename(), file }
}

/** The verdict of a stranger with the house's published keys. */
async function judged(file: object, owner: string) {
  const keys = (await (await fetch(`${stage.url}/config.json`)).json()) as Record<string, string>
  const { logOrigin: origin = '', logKey: log = '', receiptsKey: receipts = '' } = keys
  return checkBalancesFile(file, crypto, { origin, log, receipts, owner })
}

test('before the first audit the page says that nothing is signed yet', async () => {
  const { page } = person
  await page.goto('/account')
  await reads(row(page), /Not signed yet/)
  await row(page).click()
  await page.waitForURL('**/signed-balances')
  await seen(page.getByText(/^The house logs what it owes after each audit/))
})

test('after an audit a newcomer’s practice balances are shown as signed, and saved as a file that holds', async () => {
  const { page, address } = person
  await auditIntoLog(stage)
  await page.goto('/account')
  await reads(row(page), /Signed \d\d:\d\d$/)
  await row(page).click()
  await seen(page.getByText('Signed by the house', { exact: true }))
  expect(written(await amounts(page, 'The house owes you')).slice(0, 3)).toEqual([
    'USDT, available 10,000.00',
    'ETH, available 1.00',
    'BTC, available 0.10',
  ])
  expect(written(await amounts(page, 'The house owes all users'))).toEqual([
    'USDT 20,000.00',
    'ETH 2.00',
    'BTC 0.20',
  ])
  const { name, file } = await saved(page, 'Save the proof')
  expect(name).toMatch(/^tickmark-balances-20\d\d-\d\d-\d\d\.json$/)
  await seen(page.getByText(`node verify.mjs ${name}`))
  expect((await judged(file, address)).verdict).toBe('holds')
  const keys = await (await fetch(`${stage.url}/config.json`)).text()
  const read = (path: string) => (path === 'keys' ? keys : JSON.stringify(file))
  const { code, text } = run([name, '--keys', 'keys', '--owner', address], read)
  expect([code, text]).toEqual([
    0,
    expect.stringMatching(/BALANCES HOLD[^]* 10000 USDT available, practice account/),
  ])
  expect(await stored(page, 'tickmark-balances', 'balances')).toMatchObject([{ account: address, file }])
  await gone(promiseLine(page, 'alert'))
})

test('an account that held nothing says so', async () => {
  const page = await visitAs(stage, person, { book: 0 })
  await page.goto('/signed-balances')
  await seen(page.getByText('Nothing owed at that time', { exact: true }))
  await gone(page.getByRole('button', { name: 'Save the proof' }))
  await page.goto('/account')
  await reads(row(page), /Nothing owed \d\d:\d\d$/)
})

const LESS: (signed: Signed) => Signed = (signed) => ({
  ...signed,
  shares: signed.shares.map((one, i) =>
    i === 0 ? { ...one, amount: String(BigInt(one.amount) + 1n) } : one,
  ),
})

test.each<[string, (signed: Signed) => Signed, verdict: 'holds' | 'broken']>([
  ['with an amount changed on its way', LESS, 'broken'],
  ['about another account', (one) => ({ ...one, account: `0x${'1'.repeat(40)}` }), 'broken'],
  [
    'without one of the balances',
    (one) => ({ ...one, shares: one.shares.filter(({ currency }) => currency !== 'ETH') }),
    'holds',
  ],
  [
    'with half of a balance',
    (one) => ({ ...one, shares: one.shares.filter(({ share }) => share === 0) }),
    'broken',
  ],
  ['without any balance', (one) => ({ ...one, shares: [] }), 'broken'],
])(
  'an answer %s is not shown as signed, and reported on every page with its evidence',
  async (_, change, verdict) => {
    const page = await visitAs(stage, person, { book: 1 })
    await changeAnswers(page, stage, '/api/getSignedBalances', (json) => {
      const answer = JSON.parse(json) as { data?: { signed: Signed } }
      return answer.data ? JSON.stringify({ ...answer, data: { signed: change(answer.data.signed) } }) : json
    })
    await page.goto('/signed-balances')
    await seen(page.getByText('The answer is false', { exact: true }))
    await gone(page.getByText('Signed by the house', { exact: true }))
    await gone(page.getByRole('button', { name: 'Save the proof' }))
    expect(await stored(page, 'tickmark-balances', 'balances')).toEqual([])
    await shoot(page, `signed balances refused, ${verdict}`)
    await page.goto('/settings')
    await reads(
      promiseLine(page, 'alert'),
      /What the house says that it owes you is not .* Balance proof \W*20\d\d-\d\d-\d\d/,
    )
    const { name, file } = await saved(page, 'Save the evidence')
    expect(name).toMatch(/^tickmark-balances-20/)
    expect((await judged(file, person.address)).verdict).toBe(verdict)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // An honest answer is shown again, beside the alarm.
    await page.goto('/signed-balances')
    await seen(page.getByText('Signed by the house', { exact: true }))
    await seen(promiseLine(page, 'alert'))
  },
)

test('a statement that cannot be read is no alarm; what the device has kept stands, also offline', async () => {
  const page = await visitAs(stage, person, { book: 1, worker: true })
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await page.route('**/api/getStatement?*', (route) => route.abort())
  stage.tolerate(/ERR_FAILED/)
  await page.goto('/signed-balances')
  await seen(page.getByRole('button', { name: 'Try again' }))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await seen(page.getByText('Signed by the house', { exact: true }))
  await page.context().setOffline(true)
  await page.goto('/signed-balances')
  await seen(page.getByText('Kept on this device', { exact: true }))
  await reads(page.locator('dl > div').first(), /USDT, available 10,000\.00/)
  await gone(promiseLine(page, 'alert'))
  await page.context().setOffline(false)
  await seen(page.getByText('Signed by the house', { exact: true }))
})

test.each<[string, Visit]>([
  ['light', {}],
  ['dark', { theme: 'dark' }],
  ['Arabic', { language: 'arab' }],
  ['Japanese', { language: 'japanese' }],
  ['wide', { width: 1280, height: 800 }],
])('the proof looks right: %s', async (name, visit) => {
  const page = await visitAs(stage, person, { book: 1, motion: 'reduce', ...visit })
  await page.goto('/signed-balances')
  const title = textIn(visit.language ?? 'english', 'signedBalances:signed')
  await seen(page.getByText(title, { exact: true }))
  await waitUntilStill(page)
  await shoot(page, `signed balances ${name}`)
  expect([...(await axeFindings(page)), ...(await cutTexts(page))]).toEqual([])
  await enlargeText(page, 200)
  expect(await cutTexts(page)).toEqual([])
  await shoot(page, `signed balances ${name}, twice as large`)
})
