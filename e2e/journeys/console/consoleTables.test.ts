import type { LimitState } from '@tickmark/wire/routes/limits'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { visitConsole } from '../../support/page/console.ts'
import { axeFindings, waitUntilStill, shoot } from '../../support/page/looks.ts'
import { idOf } from '../../support/house/inbox.ts'
import { newPerson } from '../../support/house/people.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const stage = setStage()
const USERS = 100_000
/** About ten times the usual time; ends a hanging test. */
const SOON_MS = 120_000

test('a table of 100,000 rows opens at once, and scrolls to any of them', async () => {
  const person = await newPerson(stage)
  const { db } = stage.database.database
  await sql`insert into users (address, wallet_type, practice, invite_code, language, created_at)
    select '0x' || lpad(to_hex(n), 40, '0'), 1, false, lpad(upper(to_hex(n)), 8, '0'), 'english', n
    from generate_series(1, ${USERS - 1}) n`.execute(db)
  const { page } = await visitConsole(stage, ['viewer'], '/users?sort=oldest')
  const table = page.getByRole('grid', { name: 'Users' })
  const row = (at: number) => table.locator(`[aria-rowindex="${at + 1}"]`)
  await reads(row(1), new RegExp(person.address.slice(2, 8)))
  await row(1).focus()
  await page.keyboard.press('End')
  await expect
    .poll(() => row(USERS).evaluate((node) => node === document.activeElement), { timeout: SOON_MS })
    .toBe(true)
  await reads(page.getByRole('status', { name: 'Users' }), '100000 rows')
  // Only the rows on screen are rendered, with some above and below.
  expect(await table.getByRole('row').count()).toBeLessThan(60)
  await waitUntilStill(page)
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'console 100,000 users')

  await table.evaluate((node) => node.scrollTo({ top: 44 * 90_000 }))
  await seen(row(90_000))
  await gone(row(USERS))
  await row(90_000).click()
  await reads(page.getByRole('heading', { level: 1 }), /^User \d+$/)
  await page.goBack()
  await page.getByRole('textbox', { name: 'Address or invite code' }).fill(person.address)
  await expect.poll(() => table.getByRole('row').count()).toBe(2)
  await reads(row(1), new RegExp(person.address.slice(2, 8)))
})

test('a list without rows cannot be saved as a CSV file', async () => {
  const person = await newPerson(stage)
  const { page } = await visitConsole(stage, ['viewer'], '/users')
  const save = page.getByRole('button', { name: 'Save as CSV' })
  const search = page.getByRole('textbox', { name: 'Address or invite code' })
  await search.fill('nobody')
  await expect.poll(() => save.isDisabled()).toBe(true)
  await search.fill(person.address)
  await expect.poll(() => save.isEnabled()).toBe(true)
})

test('a user’s own limits show how much is used, and the end of his break apart from his exclusion’s', async () => {
  const { user, address } = await newPerson(stage)
  expect((await user.post('/api/setLimit', { json: { kind: 'lossDay', value: '50' } })).status).toBe(200)
  expect((await user.post('/api/takeBreak', { json: { hours: 24 } })).status).toBe(200)
  const excluded = await user.post('/api/exclude', { json: { months: 6 } })
  const { breakUntil, excludedUntil } = excluded.body.data as LimitState
  const { page } = await visitConsole(stage, ['viewer'], `/users/${await idOf(stage, { address })}`)
  const limits = page.getByRole('region', { name: 'Own limits' })
  await reads(limits, /Loss in 24 hours, USDT 0 \/ 50/)
  expect(await limits.getByRole('time').evaluateAll(datesOf)).toEqual(
    [breakUntil, excludedUntil].map((atMs) => new Date(atMs ?? 0).toISOString()),
  )
  await reads(limits, /Break until .* Self-exclusion until /)
})

/** Runs in the page. */
function datesOf(nodes: Element[]): (string | null)[] {
  return nodes.map((node) => node.getAttribute('datetime'))
}
