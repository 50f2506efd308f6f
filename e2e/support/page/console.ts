import { type OperatorCaller, operatorCaller } from '@tickmark/server/app/operatorCaller.testing'
import type { Role } from '@tickmark/wire/roles'
import type { Page } from 'playwright-core'
import { seen } from './see.ts'
import type { Stage, Visit } from '../stage/stage.ts'

/** An operator: his browser, and his calls over HTTP. */
export interface ConsoleVisit {
  page: Page
  operator: OperatorCaller
}

/** A new signed-in operator with these roles, in his own browser, at an address of the console such as "/loans". */
export async function visitConsole(
  stage: Stage,
  roles: readonly Role[],
  path: string,
  visit: Visit = {},
): Promise<ConsoleVisit> {
  const operator = await operatorCaller(stage, { roles })
  const page = await stage.visit({
    width: 1280,
    height: 800,
    ...visit,
    async prepare(context) {
      const url = `${stage.url}/api/console/`
      await context.addCookies([...operator.cookies].map(([name, value]) => ({ name, value, url })))
      await visit.prepare?.(context)
    },
  })
  await page.goto(`/console${path}`)
  await seen(page.locator('h1'))
  return { page, operator }
}

/** Approves the pending proposal by keyboard alone. */
export async function approveOpen(page: Page): Promise<void> {
  await page.goto('/console/proposals')
  const row = page.getByRole('grid').getByRole('row').nth(1)
  await seen(row)
  await row.focus()
  await page.keyboard.press('Enter')
  await (await seen(page.getByRole('button', { name: 'Approve' }))).focus()
  await page.keyboard.press('Enter')
  const question = await seen(page.getByRole('alertdialog'))
  await question.getByRole('button', { name: 'Approve' }).focus()
  await page.keyboard.press('Enter')
  await seen(page.getByText('Approved', { exact: true }))
}
