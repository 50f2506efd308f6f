import { DAY_MS } from '@tickmark/core/days'
import { dayName } from '@tickmark/core/market/simulated/prices'
import type { HostingFile } from '@tickmark/core/arbitrage/hostingPromise'
import { hostingText, type HostingStatement } from '@tickmark/core/arbitrage/hostings'
import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import type { ConsentBundle } from '@tickmark/core/consent/bundle'
import { readExitText } from '@tickmark/core/consent/hostingConsent'
import type { RefusalFile } from '@tickmark/core/receipts/answerShape'
import { transact } from '@tickmark/server/db/transact'
import { loadKeys, signerOf } from '@tickmark/server/platform/keys'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { changeAnswers, changeQueries, passOn } from '../../support/stage/calls.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { checkEvidence, promiseLine } from '../../support/page/evidence.ts'
import { visitPractising } from '../../support/house/people.ts'
import { setStage } from '../../support/stage/stage.ts'
import { stored } from '../../support/stage/stored.ts'
import { waitForToast } from '../../support/page/toasts.ts'

const stage = setStage()

/** Hosts 500 USDT for 7 days, up to the answer. */
async function askToHost(page: Page): Promise<void> {
  await page.goto('/arbitrageProduct?mid=1')
  const pad = await seen(page.getByRole('group', { name: 'Number keyboard' }))
  for (const key of '500') await pad.getByRole('button', { name: key, exact: true }).click()
  await page.getByRole('button', { name: 'Hosting now' }).click()
  const question = await seen(page.getByRole('alertdialog', { name: 'Host 500.00 USDT?' }))
  await question.getByRole('button', { name: 'Host it' }).click()
}

async function hostInPage(page: Page): Promise<void> {
  await askToHost(page)
  await waitForToast(page, 'Successfully ordered')
  // Closing the dialog removes its history entry: if the page navigated meanwhile, that would leave the new page.
  await expect
    .poll(() => page.evaluate(() => (history.state as { layers?: number } | null)?.layers ?? 0))
    .toBe(0)
}

async function endEarly(page: Page): Promise<void> {
  await page.goto('/arbitrageRecord')
  await page.getByRole('main').getByRole('article').getByRole('button', { name: 'Exit early' }).click()
  const question = await seen(page.getByRole('alertdialog', { name: 'End this order now?' }))
  await question.getByRole('button', { name: 'End it' }).click()
}

interface Kept {
  name: string
  asked: string
  order: string
  isLogged: boolean
  checkedDay: string
  problem: string | null
  answer: { refusal: { code: string; order: string } } | null
}

/** The page's stored statements about hosting orders, or its signed texts without a statement. */
const kept = (page: Page, store: 'hostings' | 'asked') => stored<Kept>(page, `tickmark-${store}`, store)

/** The alarm shows on another page too, and its evidence proves what the house signed. */
async function isNamed(page: Page, text: RegExp): Promise<void> {
  await reads(promiseLine(page, 'alert'), text)
  await page.goto('/settings')
  await reads(promiseLine(page, 'alert'), text)
  const { text: verdict, code } = await checkEvidence(page, stage)
  expect([verdict, code]).toEqual([expect.stringContaining('HOSTING HOLDS: the house signed this'), 0])
}

/** Advances the device's clock until the page is left. */
async function moveClock(page: Page, byMs: number): Promise<void> {
  await page.evaluate((ms) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + ms
  }, byMs)
}

/**
 * Advances the time to `endMs`, using the page in between so that its session stays alive. Returns the time passed.
 */
async function passTo(page: Page, endMs: number): Promise<number> {
  const beginMs = stage.clock.nowMs()
  while (stage.clock.nowMs() < endMs) {
    await stage.jump(Math.min(DAY_MS / 2, endMs - stage.clock.nowMs()))
    await stage.app.idle()
    await page.goto('/settings')
    await seen(page.getByText('This one'))
  }
  const passed = stage.clock.nowMs() - beginMs
  await moveClock(page, passed)
  return passed
}

test('a hosting ticket and an early exit are kept, and found in the log', async () => {
  const page = await visitPractising(stage)
  await hostInPage(page)
  const logged = { problem: null, isLogged: true }
  await expect.poll(() => kept(page, 'hostings')).toMatchObject([logged])
  expect(await kept(page, 'asked')).toEqual([])
  await endEarly(page)
  await waitForToast(page, '497.5 USDT are back in your balance. The early exit took 2.5 USDT.')
  await expect.poll(() => kept(page, 'hostings')).toMatchObject([logged, logged])
  expect(await kept(page, 'asked')).toEqual([])
  expect(await promiseLine(page, 'alert').or(promiseLine(page, 'status')).count()).toBe(0)
})

test('a ticket that never reaches the log is reported on every page, with evidence', async () => {
  const page = await visitPractising(stage)
  await changeQueries(page, stage, '/api/getLoggedHosting', (fields) => ({ ...fields, number: 9_999_999 }))
  await hostInPage(page)
  await isNamed(page, /The public log goes on without what the house answered to you\./)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await gone(promiseLine(page, 'alert'))
})

test('a ticket whose place in the log has another statement is reported at once', async () => {
  const page = await visitPractising(stage)
  await changeAnswers(page, stage, '/api/getLoggedHosting', (json) =>
    json.replaceAll(
      /"index":\d+,"count":(\d+)/g,
      (_, count: string) => `"index":0,"count":${Number(count) + 1}`,
    ),
  )
  await hostInPage(page)
  await isNamed(page, /The public log goes on without what the house answered to you\./)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await gone(promiseLine(page, 'alert'))
})

test('a day that closes without the line of an order is reported on every page, with evidence', async () => {
  const page = await visitPractising(stage)
  await hostInPage(page)
  await expect.poll(() => kept(page, 'hostings')).toMatchObject([{ isLogged: true }])
  await changeAnswers(page, stage, '/api/getHostingDays', (json) =>
    JSON.stringify({ ...(JSON.parse(json) as object), data: { list: [], total: 0, exit: null } }),
  )
  const endMs = Math.floor(stage.clock.nowMs() / DAY_MS + 2) * DAY_MS + DAY_MS / 3
  const passed = await passTo(page, endMs)
  await reads(promiseLine(page, 'alert'), /^The log’s close of a day does not have this hosting order/)
  const { text, code } = await checkEvidence(page, stage)
  expect([text, code]).toEqual([expect.stringContaining('HOSTING HOLDS'), 0])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await moveClock(page, passed)
  await gone(promiseLine(page, 'alert'))
  const checkedDay = dayName(Math.floor(endMs / DAY_MS) - 1)
  await expect.poll(() => kept(page, 'hostings')).toMatchObject([{ checkedDay }])
})

test('a line of the log that differs from the ticket’s promise stays reported, whatever the house shows later', async () => {
  const page = await visitPractising(stage)
  await hostInPage(page)
  await expect.poll(() => kept(page, 'hostings')).toMatchObject([{ isLogged: true }])
  const [{ order } = { order: '' }] = await kept(page, 'hostings')
  // As the owner of the tables, the house books another upper yield than it has signed.
  await transact(stage.database.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update hosting_order set upper_ppm = upper_ppm - 1 where id = ${order}::uuid`.execute(tx)
  })
  const endMs = Math.floor(stage.clock.nowMs() / DAY_MS + 2) * DAY_MS + 60_000
  const passed = await passTo(page, endMs)
  await reads(promiseLine(page, 'alert'), /^The log’s close of a day does not have this hosting order/)
  const { text, code } = await checkEvidence(page, stage)
  expect([text, code]).toEqual([expect.stringContaining('CONTRADICTION'), 0])
  // From now on the house withholds the line.
  await changeAnswers(page, stage, '/api/getHostingDays', (json) =>
    JSON.stringify({ ...(JSON.parse(json) as object), data: { list: [], total: 0, exit: null } }),
  )
  await page.reload()
  await moveClock(page, passed)
  await reads(promiseLine(page, 'alert'), /^The log’s close of a day does not have this hosting order/)
  await checkEvidence(page, stage)
  await promiseLine(page, 'alert').getByRole('button', { name: 'Hide this warning' }).click()
  await gone(promiseLine(page, 'alert'))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a hosting order that the house refuses is kept with the signed refusal, and found in the log', async () => {
  const page = await visitPractising(stage)
  // The page shows and signs another yield than the product has.
  for (const path of ['getProgramme', 'getMoveInfo'])
    await changeAnswers(page, stage, `/api/${path}`, (json) => json.replaceAll('-0.0003"', '-0.0004"'))
  await askToHost(page)
  await expect
    .poll(() => kept(page, 'asked'))
    .toMatchObject([{ problem: null, isLogged: true, answer: { refusal: { code: 'consent_other_terms' } } }])
  expect(await promiseLine(page, 'alert').or(promiseLine(page, 'status')).count()).toBe(0)
  stage.tolerate(/orderConfirmation/)
})

test('a hosting order whose answer is lost is found again by its signed text, also after a reload', async () => {
  const page = await visitPractising(stage)
  let isLost = true
  await page.route('**/api/orderConfirmation', async (route) => {
    await passOn(route)
    return route.abort()
  })
  await page.route('**/api/getHostingAnswer', (route) => (isLost ? route.abort() : route.continue()))
  await askToHost(page)
  await waitForToast(page, /^Network failure, please try again later What you signed has no answer yet\./)
  await seen(promiseLine(page, 'status'))
  expect(await kept(page, 'hostings')).toEqual([])
  isLost = false
  await page.reload()
  await waitForToast(page, 'Your earlier order went through. No second one was sent.')
  await gone(promiseLine(page, 'status'))
  await expect.poll(() => kept(page, 'hostings')).toMatchObject([{ problem: null, isLogged: true }])
  expect(await kept(page, 'asked')).toEqual([])
  stage.tolerate(/orderConfirmation|getHostingAnswer|ERR_FAILED/)
})

test('the house signs a refusal of an exit that never reached it, once the exit has expired', async () => {
  const page = await visitPractising(stage)
  await hostInPage(page)
  await page.route('**/api/exitHosting', (route) => route.abort())
  await endEarly(page)
  await waitForToast(
    page,
    /^The house has refused what you signed: .* It has signed this refusal, so it cannot carry it out later\.$/,
  )
  const [ask] = await kept(page, 'asked')
  expect(ask).toMatchObject({
    problem: null,
    answer: { refusal: { code: 'consent_expired', order: ask?.order } },
  })
  expect(ask?.asked).not.toBe(ask?.order)
  stage.tolerate(/exitHosting|ERR_FAILED/)
})

test('a house that does not answer a signed hosting order is reported on every page', async () => {
  const page = await visitPractising(stage)
  for (const path of ['orderConfirmation', 'getHostingAnswer'])
    await page.route(`**/api/${path}`, (route) => route.abort())
  await askToHost(page)
  await seen(promiseLine(page, 'status'))
  await page.goto('/settings')
  await reads(
    promiseLine(page, 'alert'),
    /The house leaves an order or a close that you signed without an answer\./,
  )
  stage.tolerate(/orderConfirmation|getHostingAnswer|ERR_FAILED/)
})

test('a refused hosting order that the house shows as hosted has contradicted its signature', async () => {
  const page = await visitPractising(stage)
  await hostInPage(page)
  const [{ order: hosted } = { order: '' }] = await kept(page, 'hostings')
  await page.route('**/api/orderConfirmation', (route) => route.abort())
  await askToHost(page)
  await waitForToast(page, /^The house has refused what you signed/)
  const refused = (await kept(page, 'asked'))[0]?.order ?? ''
  await changeAnswers(page, stage, '/api/getMyTgOrderList', (json) => json.replaceAll(hosted, refused))
  await page.goto('/arbitrageRecord')
  await reads(promiseLine(page, 'alert'), /The house has signed two things that cannot both be true\./)
  const { text, code } = await checkEvidence(page, stage)
  expect([text, code]).toEqual([expect.stringContaining('REFUSAL HOLDS'), 0])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  stage.tolerate(/orderConfirmation|ERR_FAILED/)
})

test('an exit answered with less than its owner signed is reported on every page', async () => {
  const page = await visitPractising(stage)
  await hostInPage(page)
  await changeAnswers(page, stage, '/api/exitHosting', (json) =>
    json.replace('"back":"49750000000"', '"back":"49740000000"'),
  )
  await endEarly(page)
  await waitForToast(page, /^The house’s answer is not what you signed\./)
  await reads(promiseLine(page, 'alert'), /^The house’s answer is not what you signed\./)
  await page.goto('/settings')
  await reads(promiseLine(page, 'alert'), /^The house’s answer is not what you signed\./)
  const { text, code } = await checkEvidence(page, stage)
  expect([text, code]).toEqual([expect.stringContaining('BROKEN'), 1])
})

test('an exit paid differently than the house signed is reported on every page, with evidence', async () => {
  const page = await visitPractising(stage)
  await hostInPage(page)
  await changeAnswers(page, stage, '/api/getMyTgOrderList', (json) =>
    json.replaceAll('"redeemMoney":"497.5"', '"redeemMoney":"490"'),
  )
  await endEarly(page)
  await waitForToast(page, '497.5 USDT are back in your balance. The early exit took 2.5 USDT.')
  await page.getByRole('tab', { name: 'Termination' }).click()
  await reads(
    promiseLine(page, 'alert'),
    /^The house shows another end of this hosting order than the one it has signed\./,
  )
  const { text, code } = await checkEvidence(page, stage)
  expect([text, code]).toEqual([expect.stringContaining('HOSTING HOLDS: the house signed this'), 0])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await gone(promiseLine(page, 'alert'))
})

test('an exit that this device has not signed counts only with the owner’s signature', async () => {
  const page = await visitPractising(stage)
  await hostInPage(page)
  await endEarly(page)
  await waitForToast(page, '497.5 USDT are back in your balance. The early exit took 2.5 USDT.')
  await forgetExits(page)
  await changeAnswers(page, stage, '/api/getHostingDays', (json) => {
    const answer = JSON.parse(json) as { data: { exit: object | null } }
    const { exit } = answer.data
    return JSON.stringify({ ...answer, data: { ...answer.data, exit: exit && { ...exit, consent: null } } })
  })
  const dayEndMs = (Math.floor(stage.clock.nowMs() / DAY_MS) + 2) * DAY_MS
  await passTo(page, dayEndMs + 60_000)
  await reads(
    promiseLine(page, 'alert'),
    /^The house has ended this order early and does not show that you signed it\./,
  )
  const { text } = await checkEvidence(page, stage)
  expect(text).toContain('NOT PROVEN')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await moveClock(page, 2 * DAY_MS)
  await expect
    .poll(async () => (await kept(page, 'hostings')).map((one) => one.name.split(' ')[0]))
    .toEqual(['exit', 'hosting'])
  // The first finding stays until the owner has saved the evidence and dismisses the alarm.
  await checkEvidence(page, stage)
  await page.getByRole('button', { name: 'Hide this warning' }).first().click()
  await gone(promiseLine(page, 'alert'))
})

test('early exits that cost more in total than the sign-in allows are reported on every page, with evidence', async () => {
  const page = await visitPractising(stage)
  await hostInPage(page)
  await endEarly(page)
  await waitForToast(page, '497.5 USDT are back in your balance. The early exit took 2.5 USDT.')
  const own = (await kept(page, 'hostings')) as unknown as KeptFile[]
  await keepToo(page, own.map(dearer))
  expect(await promiseLine(page, 'alert').or(promiseLine(page, 'status')).count()).toBe(0)
  await hostInPage(page)
  await endEarly(page)
  await reads(promiseLine(page, 'alert'), /^Under one sign-in, the house has taken more for early exits/)
  await page.goto('/settings')
  await reads(promiseLine(page, 'alert'), /^Under one sign-in, the house has taken more for early exits/)
  const { text, code } = await checkEvidence(page, stage)
  expect([text, code]).toEqual([
    expect.stringMatching(/5005 USDT taken, 5000 USDT allowed[^]*FEES EXCEEDED/),
    0,
  ])
})

test('the exit of another device counts among what early exits took under one sign-in', async () => {
  const page = await visitPractising(stage)
  await hostInPage(page)
  await endEarly(page)
  await waitForToast(page, '497.5 USDT are back in your balance. The early exit took 2.5 USDT.')
  const own = (await kept(page, 'hostings')) as unknown as KeptFile[]
  await forgetExits(page)
  await keepToo(page, own.map(dearer))
  await passTo(page, (Math.floor(stage.clock.nowMs() / DAY_MS) + 2) * DAY_MS + 60_000)
  await reads(promiseLine(page, 'alert'), /^Under one sign-in, the house has taken more for early exits/)
  const { text, code } = await checkEvidence(page, stage)
  expect([text, code]).toEqual([
    expect.stringMatching(/5002\.5 USDT taken, 5000 USDT allowed[^]*FEES EXCEEDED/),
    0,
  ])
  // The house does not know the order whose exit used up the allowance.
  stage.tolerate(/status of 404 .*getHostingDays/)
})

interface KeptFile {
  name: string
  order: string
  file: HostingFile
}

/**
 * Another order of the same sign-in, whose exit used up the whole allowance for exits: as if the page had seen it
 * too.
 */
function dearer({ file, ...more }: KeptFile): KeptFile {
  const order = '00000000-0000-8000-8000-00000000d0d0'
  const dear = { exitFeePpm: 50_000, principal: '10000000000000' }
  const change =
    file.statement.kind === 'exit'
      ? { back: '9500000000000', fee: '500000000000', number: 90_002 }
      : { ...dear, number: 90_001 }
  const statement = { ...file.statement, ...change, order } as HostingStatement
  const { receiptsKey } = loadKeys(stage.config.keysFile, stage.clock.nowMs())
  const signature = hexOf(signerOf(receiptsKey).sign(asciiBytes(hostingText(statement))))
  return { ...more, name: `${statement.kind} ${order}`, order, file: { ...file, statement, signature } }
}

/** Adds records to the device's store of hosting statements. */
async function keepToo(page: Page, records: readonly KeptFile[]): Promise<void> {
  await page.evaluate(
    (added) =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open('tickmark-hostings')
        opening.onerror = () => fail(new Error('no store'))
        opening.onsuccess = () => {
          const change = opening.result.transaction('hostings', 'readwrite')
          for (const one of added) change.objectStore('hostings').put(one)
          change.oncomplete = () => {
            opening.result.close()
            done()
          }
        }
      }),
    records,
  )
}

test('an exit that the house refuses with its signature but carries out is proof against it that anyone can check', async () => {
  const page = await visitPractising(stage)
  await hostInPage(page)
  await page.route('**/api/exitHosting', (route) => route.abort())
  await endEarly(page)
  await waitForToast(page, /^The house has refused what you signed/)
  const [ask] = (await kept(page, 'asked')) as unknown as [Refused]
  await changeAnswers(page, stage, '/api/getHostingDays', (json) => {
    const answer = JSON.parse(json) as { data: object }
    return JSON.stringify({ ...answer, data: { ...answer.data, exit: carriedOut(ask) } })
  })
  await changeAnswers(page, stage, '/api/getMyTgOrderList', (json) =>
    json.replaceAll('"status":1,', '"status":2,').replaceAll('"isEarly":false', '"isEarly":true'),
  )
  await page.goto('/arbitrageRecord')
  await reads(promiseLine(page, 'alert'), /^The house has signed two things that cannot both be true\./)
  const { text, code } = await checkEvidence(page, stage)
  expect([text, code]).toEqual([
    expect.stringContaining('CONTRADICTION: the house has signed two things, and only one can be true.'),
    0,
  ])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  stage.tolerate(/exitHosting|ERR_FAILED/)
})

interface Refused {
  order: string
  bundle: ConsentBundle
  answer: RefusalFile
}

/** The house still ends the order, by the owner's signed text, and signs that. */
function carriedOut({ order, bundle, answer }: Refused) {
  const asked = readExitText(bundle.text)
  if (!asked) throw new Error('he has signed an exit')
  const about = { order, back: asked.back, fee: '250000000', consent: answer.refusal.consent }
  const statement = { v: 1, kind: 'exit', number: 99_999, at: asked.at + 100, ...about } as const
  const { receiptsKey } = loadKeys(stage.config.keysFile, stage.clock.nowMs())
  const signature = hexOf(signerOf(receiptsKey).sign(asciiBytes(hostingText(statement))))
  return { statement, signature, head: answer.head, consent: bundle }
}

/** Deletes the record of the owner's exit, as if he had exited on another device. */
async function forgetExits(page: Page): Promise<void> {
  // A pending record of an exit would be stored again.
  await expect
    .poll(async () =>
      (await kept(page, 'hostings')).map(({ name, isLogged }) => `${name.split(' ')[0]} ${isLogged}`),
    )
    .toEqual(['exit true', 'hosting true'])
  await page.evaluate(
    () =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open('tickmark-hostings')
        opening.onerror = () => fail(new Error('no store'))
        opening.onsuccess = () => {
          const change = opening.result.transaction('hostings', 'readwrite')
          change.objectStore('hostings').delete(IDBKeyRange.bound('exit ', 'exit ~'))
          change.oncomplete = () => {
            opening.result.close()
            done()
          }
        }
      }),
  )
  await page.goto('/settings')
}
