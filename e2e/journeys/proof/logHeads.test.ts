import { parseReceipt } from '@tickmark/core/receipts/receiptShape'
import { run } from '@tickmark/verify/main'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeAnswers } from '../../support/stage/calls.ts'
import { keptHead, showOther, startWatching, type Shown } from '../../support/house/keptHeads.ts'
import { firstTick, otherLog } from '../../support/house/otherLog.ts'
import { newPerson, visitAs } from '../../support/house/people.ts'
import { settledOrder } from '../../support/scenes/scenes.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const stage = setStage()
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickmark-heads-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const alarmOf = (page: Page) => page.getByRole('alert', { name: 'Public price log' })
const warningOf = (page: Page) => page.getByRole('status', { name: 'Public price log' })
const lineOf = (page: Page) => page.getByText(/^Watched by this device since/)

async function newestSize(least: number): Promise<number> {
  await expect.poll(() => stage.app.market.head()?.size ?? 0).toBeGreaterThan(least)
  return stage.app.market.head()?.size ?? 0
}

/** Saves the evidence on screen and checks it as a stranger would, with the house's published keys. */
async function expectEvidence(page: Page): Promise<void> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the evidence' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^tickmark-fork-\d+-\d+\.json$/)
  const file = join(folder, download.suggestedFilename())
  await download.saveAs(file)
  const keys = await (await fetch(`${stage.url}/config.json`)).text()
  const read = (path: string) => (path === 'keys' ? keys : readFileSync(path, 'utf8'))
  const outcome = run([file, '--keys', 'keys'], read)
  expect(outcome.text).toContain('FORK: the owner of this key has signed two histories of one log.')
  expect(outcome.code).toBe(0)
}

test('the page keeps the newest head of the log, and continues from it when it opens again', async () => {
  const page = await stage.visit()
  await page.goto('/settings')
  const first = await startWatching(page)
  await reads(
    lineOf(page),
    /^Watched by this device since .*: [\d,]+ entries\. Every head that it saw continued/,
  )
  await stage.jump(20_000)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.reload()
  const later = await startWatching(page, first.size)
  expect(later.sinceMs).toBe(first.sinceMs)
  expect(asked).toContain('/log/proof/consistency')
  await seen(lineOf(page))
  expect(await alarmOf(page).or(warningOf(page)).count()).toBe(0)
})

test('a store that failed to open is opened again', async () => {
  const page = await stage.visit()
  await page.goto('/icons/tickmark.svg')
  // Of another version, so that the page cannot open it.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const opening = indexedDB.open('tickmark-log', 2)
        opening.onsuccess = () => {
          opening.result.close()
          done()
        }
      }),
  )
  await page.goto('/settings')
  await seen(lineOf(page))
  await page.evaluate(
    () =>
      new Promise((done) => {
        indexedDB.deleteDatabase('tickmark-log').onsuccess = done
      }),
  )
  await startWatching(page)
})

test('two tabs share one stored head, which only grows', async () => {
  const page = await stage.visit()
  await page.goto('/')
  await startWatching(page)
  const other = await page.context().newPage()
  await other.goto('/settings')
  const sizes = [(await startWatching(other)).size]
  for (const tab of [page, other, page]) {
    await tab.bringToFront()
    await expect.poll(async () => (await keptHead(tab))?.size ?? 0).toBeGreaterThan(sizes.at(-1) ?? 0)
    sizes.push((await keptHead(tab))?.size ?? 0)
  }
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
  for (const tab of [page, other]) expect(await alarmOf(tab).count()).toBe(0)
})

describe('a house that shows a page another history', () => {
  const shown: Shown = { log: null }

  test('by socket and proofs raises an alarm on every page, which stays, with evidence that anyone can check', async () => {
    shown.log = null
    const page = await stage.visit()
    await showOther(page, stage, shown)
    await page.goto('/settings')
    const kept = await startWatching(page, await firstTick(stage))
    shown.log = await otherLog(stage, await newestSize(kept.size + 3), await firstTick(stage))
    await seen(alarmOf(page))
    await reads(alarmOf(page), /^The house has signed two price logs that contradict each other\./)
    await expectEvidence(page)
    await reads(lineOf(page), /A later head does not continue them\./)
    // The house returns to its first history: the alarm stays because of the other one's signature.
    shown.log = null
    await page.goto('/entrust')
    await seen(alarmOf(page))
    await page.clock.install()
    await page.goto('/')
    // The page's clock is stopped: the alarm waits for no timer.
    await seen(alarmOf(page))
    await expectEvidence(page)
  })

  test('by its socket alone is noticed, even when it refuses further code of the page', async () => {
    shown.log = null
    const page = await stage.visit()
    await showOther(page, stage, shown)
    const loaded = page.waitForResponse(/\/LogAlarm-[^/]*\.js$/)
    await page.goto('/')
    const kept = await startWatching(page, await firstTick(stage))
    await page.unroute('**/log/proof/consistency?*')
    await page.unroute('**/api/getLogHead?*')
    await page.unroute('**/api/getLog?*')
    await (await loaded).finished()
    await page.route('**/assets/**', (route) => route.abort())
    stage.tolerate(/ERR_FAILED|Failed to fetch/)
    // Of a size that this page has seen: the next size might come before or after that of this log.
    shown.log = await otherLog(stage, kept.size, await firstTick(stage))
    await seen(alarmOf(page))
    await page.unroute('**/assets/**')
    await expectEvidence(page)
  })

  test('after losing its last entries is noticed: a note while it is behind, the alarm when it writes others', async () => {
    shown.log = null
    const page = await stage.visit()
    await page.clock.install()
    await showOther(page, stage, shown)
    await page.goto('/')
    const kept = await startWatching(page, 15)
    shown.log = await otherLog(stage, kept.size - 10)
    await page.waitForResponse(/\/log\/proof\/consistency/)
    expect(await warningOf(page).count()).toBe(0)
    await page.clock.fastForward(20_000)
    await page.waitForResponse(/\/log\/proof\/consistency/)
    expect(await warningOf(page).count()).toBe(0)
    await expect
      .poll(async () => {
        await page.clock.fastForward(6_000)
        return warningOf(page).count()
      })
      .toBe(1)
    await reads(
      warningOf(page),
      'The house does not show that its price log continues the one that this device knows.',
    )
    const rows = await stage.app.market.entriesBetween(kept.size - 9, kept.size)
    const changed = rows.find(({ kind }) => kind === 'tick')?.seq ?? 0
    shown.log = await otherLog(stage, await newestSize(kept.size + 5), changed)
    await expect
      .poll(async () => {
        await page.clock.fastForward(6_000)
        return alarmOf(page).count()
      })
      .toBe(1)
    await gone(warningOf(page))
    await expectEvidence(page)
    stage.forgive(/404.*\/log\/proof\/consistency/)
  })
})

test('[ORD-04] a receipt of a foreign history is rejected, and raises the alarm', async () => {
  const person = await newPerson(stage)
  const { orderId } = await settledOrder(stage, person)
  const page = await visitAs(stage, person)
  await changeAnswers(page, stage, '/api/getReceipt', () => forged)
  const { text } = await person.user.get('/api/getReceipt', { query: { orderId, book: '1' } })
  const answer = JSON.parse(text) as { data: { receipt: unknown; shared: unknown } }
  const receipt = parseReceipt(answer.data.receipt)
  if (!receipt) throw new Error('the order has a receipt')
  const size = Number(receipt.checkpoint.split('\n')[1])
  const other = await otherLog(stage, size, await firstTick(stage))
  const forged = JSON.stringify({
    ...answer,
    data: { ...answer.data, receipt: { ...receipt, ...other.shown(receipt.segments) } },
  })
  await page.goto(`/receipt/${orderId}`)
  const steps = page.getByRole('list', { name: 'What was checked' }).getByRole('listitem')
  await seen(steps.filter({ hasText: /^does not hold.*this device keeps/s }))
  await seen(page.getByText('The public log says something else'))
  expect(await steps.filter({ hasText: /^does not hold/ }).count()).toBe(1)
  await seen(alarmOf(page))
  await expectEvidence(page)
})
