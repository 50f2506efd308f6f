import { type OperatorCaller, operatorCaller } from '@tickmark/server/app/operatorCaller.testing'
import type { Role } from '@tickmark/wire/roles'
import type { Locator, Page } from 'playwright-core'
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
  await openFirst(page)
  await press(page.getByRole('button', { name: 'Approve' }))
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }))
  await seen(page.getByText('Approved', { exact: true }))
}

/** Opens the first row of the list on screen by keyboard alone. Give the list's name where another one may still be shown. */
export async function openFirst(page: Page, list?: string): Promise<void> {
  const grid = page.getByRole('grid', list === undefined ? {} : { name: list })
  const row = await seen(grid.getByRole('row').nth(1))
  await row.focus()
  await page.keyboard.press('Enter')
}

/** Presses a button by keyboard alone. */
export async function press(button: Locator): Promise<void> {
  await (await seen(button)).focus()
  await button.page().keyboard.press('Enter')
}
