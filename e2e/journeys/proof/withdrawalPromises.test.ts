import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import {
  withdrawalPromiseText,
  type SignedWithdrawal,
  type WithdrawalPromise,
} from '@tickmark/core/evidence/withdrawalPromise'
import type { LoggedEnd } from '@tickmark/core/evidence/withdrawalEnd'
import { CHAIN_MS, OUTSIDE } from '@tickmark/server/app/custody.testing'
import { loadKeys, signerOf } from '@tickmark/server/platform/keys'
import { run } from '@tickmark/verify/main'
import { text as textOf } from 'node:stream/consumers'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { seeChain } from '../../support/house/chain.ts'
import { visitWithEther } from '../../support/house/ether.ts'
import { checkEvidence, promiseLine } from '../../support/page/evidence.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { reviewSending } from '../../support/page/sending.ts'
import { waitForToast } from '../../support/page/toasts.ts'
import { changeAnswers, changeQueries, passOn } from '../../support/stage/calls.ts'
import { setStage } from '../../support/stage/stage.ts'
import { stored } from '../../support/stage/stored.ts'

const stage = setStage({ CHAINS: '' })

beforeAll(() => seeChain(stage.app))

/** What the page keeps about signed withdrawals. */
interface Kept {
  id: string
  isLogged: boolean
  problem: string | null
  file: { statement: WithdrawalPromise } | null
  end: LoggedEnd | null
}

const kept = (page: Page) => stored<Kept>(page, 'tickmark-withdrawals', 'withdrawals')

/** Signs and sends 0.05 ETH. */
async function withdraw(page: Page): Promise<void> {
  const sheet = await reviewSending(page, OUTSIDE, '0.05')
  await sheet.getByRole('button', { name: 'Sign and send' }).click()
  await gone(sheet)
}

/** Opens the newest withdrawal in the records. */
async function openRecord(page: Page): Promise<Locator> {
  await page.goto('/record?type=1')
  await page.getByRole('list', { name: 'Withdrawals' }).getByRole('button').first().click()
  return seen(page.getByRole('dialog', { name: 'Withdrawal' }))
}

test('the promise of a withdrawal is kept, found in the log, shown with its due time, and saved as a file that holds', async () => {
  const { page, address } = await visitWithEther(stage)
  await withdraw(page)
  await expect.poll(() => kept(page)).toMatchObject([{ problem: null, isLogged: true }])
  const sheet = await openRecord(page)
  const promise = await seen(sheet.getByRole('region', { name: 'The house’s promise' }))
  await reads(
    promise,
    /The house has signed that by .* or its money is back[^]*The promise is in the public log\./,
  )
  const downloading = page.waitForEvent('download')
  await promise.getByRole('button', { name: 'Save the promise' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`tickmark-withdrawal-${(await kept(page))[0]?.id}.json`)
  const file = await textOf(await download.createReadStream())
  const keys = await (await fetch(`${stage.url}/config.json`)).text()
  const read = (path: string) => (path === 'keys' ? keys : file)
  const { code, text } = run(['file', '--keys', 'keys', '--owner', address], read)
  expect([code, text]).toEqual([0, expect.stringMatching(/0\.05 ETH on [^]*WITHDRAWAL HOLDS/)])
  expect(await promiseLine(page, 'alert').count()).toBe(0)
})

test(
  'how a withdrawal ended is told by the log’s entry, with its transaction, and only as this device has checked it',
  async () => {
    const { page } = await visitWithEther(stage)
    // An entry that is changed on its way is not in the log that the page watches.
    await changeAnswers(page, stage, '/api/getLoggedEnd', (json) =>
      json.replace(/(\\"tx\\":\\"0x)[0-9a-f]{4}/, '$1dead'),
    )
    await withdraw(page)
    const sheet = await openRecord(page)
    const promise = await seen(sheet.getByRole('region', { name: 'The house’s promise' }))
    await reads(sheet, /Success/, CHAIN_MS)
    await reads(promise, /The public log does not say yet how this ended\./)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await reads(
      promise,
      /Paid with this transaction: in the public log as entry \W*[\d,]+\W*, checked on this device\./,
    )
    const [withdrawal] = await kept(page)
    const { seq = 0, tx = '' } = withdrawal?.end ?? {}
    await reads(promise, new RegExp(seq.toLocaleString('en')))
    const entry = await (await fetch(`${stage.url}/api/getLog?from=${seq}&to=${seq}`)).text()
    expect(entry).toContain(tx)
    expect(await sheet.getByRole('alert').count()).toBe(0)
    await changeAnswers(page, stage, '/api/get_my_cash_out_record', (json) =>
      json.replace(tx, `0x${'dead'.repeat(16)}`),
    )
    await reads(
      (await openRecord(page)).getByRole('alert'),
      /of the public log says otherwise about this withdrawal\./,
    )
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  2 * CHAIN_MS,
)

/** Changes the promise in the house's answers; it signs what it changes. */
function promising(page: Page, change: (signed: SignedWithdrawal) => object | string): Promise<void> {
  return changeAnswers(page, stage, '/api/cash_out', (json) => {
    const answer = JSON.parse(json) as { data?: { promise?: string } }
    if (!answer.data?.promise) return json
    const changed = change(JSON.parse(answer.data.promise) as SignedWithdrawal)
    const promise = typeof changed === 'string' ? changed : JSON.stringify(changed)
    return JSON.stringify({ ...answer, data: { ...answer.data, promise } })
  })
}

function signed(given: SignedWithdrawal, change: Partial<WithdrawalPromise>): object {
  const { receiptsKey } = loadKeys(stage.config.keysFile, stage.clock.nowMs())
  const statement = { ...given.statement, ...change }
  const text = asciiBytes(withdrawalPromiseText(statement))
  return { ...given, statement, signature: hexOf(signerOf(receiptsKey).sign(text)) }
}

const TERMS = /The house’s answer is not what you signed\./
const UNSIGNED = /The house’s answer does not carry its valid signature/

test.each<[string, (given: SignedWithdrawal) => object | string, RegExp, RegExp]>([
  [
    'of another amount',
    (given) => signed(given, { intent: { ...given.statement.intent, amount: '0.01' } }),
    TERMS,
    /BROKEN {2}The wallet's signature is not the owner's/,
  ],
  ['that it did not sign', (given) => ({ ...given, signature: '0'.repeat(128) }), UNSIGNED, /BROKEN/],
  ['that is no promise', () => '', UNSIGNED, /Unreadable: the withdrawal file/],
])(
  'a promise %s is reported with the withdrawal and on every page, with the answer as evidence',
  async (_, change, says, verdict) => {
    const { page } = await visitWithEther(stage)
    await promising(page, change)
    await withdraw(page)
    await waitForToast(page, says)
    const [withdrawal] = await kept(page)
    await reads(await openRecord(page), says)
    await page.goto('/settings')
    await reads(promiseLine(page, 'alert'), says)
    await reads(promiseLine(page, 'alert'), new RegExp(`Withdrawal \\W*${withdrawal?.id}`))
    expect((await checkEvidence(page, stage)).text).toMatch(verdict)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
)

test('a second promise under one number is reported, with both as evidence', async () => {
  const { page } = await visitWithEther(stage)
  await withdraw(page)
  await expect.poll(() => kept(page)).toMatchObject([{ problem: null, isLogged: true }])
  const [first] = await kept(page)
  // Otherwise the page also reports that the log has another promise under this number.
  await page.route('**/api/getLoggedAnswer', (route) => route.abort())
  await promising(page, (given) => signed(given, { number: first?.file?.statement.number ?? 0 }))
  await withdraw(page)
  await page.goto('/settings')
  await reads(promiseLine(page, 'alert'), /The house has signed two things that cannot both be true\./)
  const second = (await kept(page)).find(({ id }) => id !== first?.id)
  await reads(promiseLine(page, 'alert'), new RegExp(`Withdrawal \\W*${second?.id}`))
  const { code, text } = await checkEvidence(page, stage)
  const pair = new RegExp(`withdrawal ${first?.id}[^]*withdrawal ${second?.id}[^]*CONTRADICTION`)
  expect([code, text]).toEqual([0, expect.stringMatching(pair)])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  stage.tolerate(/getLoggedAnswer|ERR_FAILED/)
})

test('a promise that the log lacks is reported until the house shows it', async () => {
  const { page } = await visitWithEther(stage)
  await changeQueries(page, stage, '/api/getLoggedAnswer', (fields) => ({ ...fields, number: 9_999_999 }))
  await withdraw(page)
  await reads(promiseLine(page, 'alert'), /The public log goes on without what the house answered to you\./)
  const { code, text } = await checkEvidence(page, stage)
  expect([code, text]).toEqual([0, expect.stringContaining('WITHDRAWAL HOLDS')])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await gone(promiseLine(page, 'alert'))
  await expect.poll(() => kept(page)).toMatchObject([{ problem: null, isLogged: true }])
})

test('the promise of a request whose answer was lost comes with the same request sent again', async () => {
  stage.forgive(/cash_out/)
  const { page } = await visitWithEther(stage)
  await page.route('**/api/cash_out', async (route) => {
    await passOn(route)
    await route.abort()
  })
  const sheet = await reviewSending(page, OUTSIDE, '0.05')
  await sheet.getByRole('button', { name: 'Sign and send' }).click()
  await waitForToast(page, 'Network failure, please try again later')
  expect(await kept(page)).toMatchObject([{ id: '', problem: null, isLogged: false }])
  await page.unroute('**/api/cash_out')
  await sheet.getByRole('button', { name: 'Sign and send' }).click()
  await gone(sheet)
  await expect.poll(() => kept(page)).toMatchObject([{ problem: null, isLogged: true }])
})
