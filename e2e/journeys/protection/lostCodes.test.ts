import { expect, test } from 'vitest'
import { newPerson, visitAs } from '../../support/house/people.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { waitForToast } from '../../support/page/toasts.ts'
import { codeAt } from '@tickmark/server/platform/oneTimeCode.testing'

const stage = setStage()

test('a user without phone and codes starts a reset that turns the authenticator off; a code cancels it', async () => {
  const person = await newPerson(stage)
  const { body } = await person.user.post('/api/startAuthenticator', { json: {} })
  const { secret } = body.data as { secret: string }
  const json = { code: codeAt(secret, stage.clock.nowMs()) }
  expect((await person.user.post('/api/confirmAuthenticator', { json })).status).toBe(200)
  const page = await visitAs(stage, person, { book: 0 })
  await page.goto('/protection')
  await page.getByRole('button', { name: 'Turn the authenticator off' }).click()
  await page.getByRole('button', { name: 'I have neither phone nor recovery codes' }).click()
  const question = await seen(page.getByRole('alertdialog'))
  await reads(question, /It turns off by itself in 72 hours/)
  await question.getByRole('button', { name: 'Turn off in 72 hours' }).click()
  await waitForToast(page, /^The authenticator turns off by itself: /)
  await gone(question)
  const caution = page.getByRole('status').filter({ hasText: 'A reset is under way' })
  await seen(caution)

  await page.getByRole('button', { name: 'Keep it on' }).click()
  const sheet = await seen(page.getByRole('dialog', { name: 'Keep it on' }))
  await stage.jump(30_000)
  await sheet
    .getByRole('textbox', { name: 'Google code or recovery code' })
    .fill(codeAt(secret, stage.clock.nowMs()))
  await sheet.getByRole('button', { name: 'Keep it on' }).click()
  await waitForToast(page, 'The authenticator stays on')
  await gone(caution)
})
