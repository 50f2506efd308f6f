import { expect, test } from 'vitest'
import { applyForLoan, approveLoan, sendBack, WITH_REVIEWER } from '../../support/house/loans.ts'
import { waitForConnection } from '../../support/house/inbox.ts'
import { axeFindings, cutTexts, waitUntilStill, shoot } from '../../support/page/looks.ts'
import { visitJoined } from '../../support/house/people.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { waitForToast } from '../../support/page/toasts.ts'

const stage = setStage(WITH_REVIEWER)

test('[LOAN-08] human reviewers return an application with a reason, and the user changes and resends it', async () => {
  const { page, ...person } = await visitJoined(stage, { book: 0 })
  const id = await applyForLoan(person, { amount: '700', isBlank: true })
  await page.goto('/detail')
  await waitForConnection(stage, person)
  const card = page
    .getByRole('list', { name: 'Your loans' })
    .getByRole('listitem')
    .filter({ hasText: '700.00' })
  await reads(page.locator('section'), 'Identity check Pending review The review takes 24 to 48 hours.')
  await seen(card.getByText('People review it. It takes 24 to 48 hours.'))
  expect(await card.getByRole('timer').count()).toBe(0)
  expect(await cutTexts(page)).toEqual([])
  await shoot(page, 'loans reviewed by people')

  await sendBack(stage, { applyId: id, reason: 'The photo of the back is blurred.' })
  await reads(card, /Rejected .*The photo of the back is blurred\./)
  await waitUntilStill(page)
  expect([await axeFindings(page), await cutTexts(page)]).toEqual([[], []])
  await shoot(page, 'loans sent back')
  await card.getByRole('button', { name: 'Change it and send it again' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/loan')
  await seen(page.getByText('The reviewer asks for a change: The photo of the back is blurred.'))
  expect(await page.getByRole('textbox', { name: 'Name, as on the ID card' }).inputValue()).toBe(
    'Ada Example',
  )

  const again = await applyForLoan(person, { amount: '701' })
  await page.goto('/detail')
  await gone(page.getByRole('button', { name: 'Change it and send it again' }))
  await waitForConnection(stage, person)
  await approveLoan(stage, { applyId: again, amount: '701', instalments: 12 })
  const link = page.getByRole('link').filter({ hasText: '701.00' })
  await reads(link, /^701\.00 USDT Active/)
  expect(await cutTexts(page)).toEqual([])
  await reads(page.locator('section'), 'Identity check Verified')
})

test('[LOAN-08] an undecided application can be withdrawn after a confirmation', async () => {
  const { page, ...person } = await visitJoined(stage, { book: 0 })
  await applyForLoan(person, { amount: '300' })
  await page.goto('/detail')
  const card = page.getByRole('list', { name: 'Your loans' }).getByRole('listitem')
  await card.getByRole('button', { name: 'Take back' }).click()
  const question = await seen(page.getByRole('alertdialog', { name: 'Take back this application?' }))
  await question.getByRole('button', { name: 'Keep it' }).click()
  await gone(question)
  await card.getByRole('button', { name: 'Take back' }).click()
  await question.getByRole('button', { name: 'Take it back' }).click()
  await waitForToast(page, 'Your application for 300 USDT is withdrawn.')
  await reads(card, /^300\.00 USDT Rejected .*You withdrew this application\.$/)
  expect(await card.getByRole('link').count()).toBe(0)
  await seen(page.getByRole('button', { name: 'Apply for a loan' }))
})
