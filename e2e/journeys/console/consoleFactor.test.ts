import { ask, type Asked } from '@tickmark/server/app/decided.testing'
import { operatorCaller } from '@tickmark/server/app/operatorCaller.testing'
import { expect, test } from 'vitest'
import { visitConsole } from '../../support/page/console.ts'
import { axeFindings } from '../../support/page/looks.ts'
import { gone, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const stage = setStage({ CHAINS: '' })

test('an action asks for the second factor after five minutes, and then runs unchanged', async () => {
  stage.forgive(/status of 403 .*console\/proposals\/approve/)
  const { page, operator } = await visitConsole(stage, ['treasurer'], '/treasury', { motion: 'reduce' })
  const asker = await operatorCaller(stage, { roles: ['treasurer'] })
  const fund = { currencyId: 1, from: 'inventory', to: 'bankroll', amount: '7' }
  stage.clock.advance(6 * 60_000)
  const { proposal } = (await ask(asker, 'treasury.fund', fund)) as Asked
  await page.goto(`/console/proposals/${proposal.id}`)
  const approve = async () => {
    await (await seen(page.getByRole('button', { name: 'Approve' }))).click()
    await (await seen(page.getByRole('alertdialog'))).getByRole('button', { name: 'Approve' }).click()
  }
  const sheet = page.getByRole('dialog', { name: 'Is it still you?' })

  await approve()
  await seen(sheet)
  expect(await axeFindings(page)).toEqual([])
  // Closing the sheet cancels the action, and shows why.
  await page.keyboard.press('Escape')
  await gone(sheet)
  await seen(page.getByText('Please show your second factor again', { exact: false }))

  await approve()
  const field = await seen(sheet.getByRole('textbox', { name: 'Code of your authenticator' }))
  await field.fill(operator.code(stage.clock.nowMs()))
  await page.keyboard.press('Enter')
  await seen(page.getByText('Approved', { exact: true }))
  await gone(sheet)
})

test('the engine stops at once, and restarts after a second factor, requested over the reason’s dialog', async () => {
  stage.forgive(/status of 403 .*console\/engine\/start/)
  const { page, operator } = await visitConsole(stage, ['treasurer'], '/programme', { motion: 'reduce' })
  stage.clock.advance(6 * 60_000)
  const act = async (name: string) => {
    await (await seen(page.getByRole('button', { name }))).click()
    const dialog = await seen(page.getByRole('dialog', { name }))
    await dialog.getByRole('textbox').fill('Looked at it')
    await dialog.getByRole('button', { name }).click()
  }
  await act('Stop the engine')
  await act('Let it trade again')
  const sheet = await seen(page.getByRole('dialog', { name: 'Is it still you?' }))
  expect(await axeFindings(page)).toEqual([])
  await sheet
    .getByRole('textbox', { name: 'Code of your authenticator' })
    .fill(operator.code(stage.clock.nowMs()))
  await page.keyboard.press('Enter')
  await seen(page.getByRole('button', { name: 'Stop the engine' }))
  await gone(page.getByRole('dialog'))
})
