import { readDelegation } from '@tickmark/core/consent/delegation'
import { readRepaymentText } from '@tickmark/core/consent/repaymentConsent'
import { publicKeyOfP256, verifyP256 } from '@tickmark/server/platform/p256'
import { sha256 } from '@tickmark/server/platform/sha256'
import { runAudit } from '@tickmark/server/app/audit/audit'
import { expect, test } from 'vitest'
import { borrow } from '../../support/house/loans.ts'
import { newPerson } from '../../support/house/people.ts'
import { gone, reads, figureOf, seen } from '../../support/page/see.ts'
import { waitForToast } from '../../support/page/toasts.ts'
import { setClock } from '../../support/stage/deviceClock.ts'
import { setStage } from '../../support/stage/stage.ts'
import { injectEthereum } from '../../support/stage/wallets.ts'

const stage = setStage()

test('an early repayment is stored with the text that the session’s key signed for it', async () => {
  const person = await newPerson(stage)
  const id = await borrow(stage, person, { amount: '1000', instalments: 6 })
  const page = await stage.visit({
    book: 0,
    async prepare(context) {
      await setClock(context, stage)
      await injectEthereum(context, { accounts: [person.account] })
    },
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('button', { name: 'Continue with Test Wallet' }).click()
  await waitForToast(page, /./)
  await page.goto(`/loandetail/${id}`)
  await page.getByRole('button', { name: 'Repay', exact: true }).click()
  const sheet = await seen(page.getByRole('dialog', { name: 'Repay' }))
  await sheet.getByRole('button', { name: 'Pay 166.66 USDT' }).click()
  const question = await seen(page.getByRole('alertdialog', { name: 'Pay 166.66 USDT now?' }))
  await question.getByRole('button', { name: 'Pay', exact: true }).click()
  await waitForToast(page, '166.66 USDT paid. 833.34 USDT is left to pay.')
  await gone(sheet)
  await reads(figureOf(page, /^Paid$/), '1')

  const { database } = stage.database
  const [stored, ...more] = await database.db
    .selectFrom('loan_repayment')
    .innerJoin('delegation', 'delegation.session', 'loan_repayment.session')
    .select(['loan_repayment.text', 'loan_repayment.signature', 'delegation.text as delegated', 'address'])
    .where('loan', '=', id)
    .execute()
  expect([more, stored?.address]).toEqual([[], person.address])
  const { text = '', signature, delegated = '' } = stored ?? {}
  expect(readRepaymentText(text)).toMatchObject({
    origin: new URL(stage.url).origin,
    loan: id,
    first: 1,
    last: 1,
    fee: '0',
    sum: '16666000000',
  })
  const key = publicKeyOfP256(readDelegation(delegated, sha256)?.key ?? new Uint8Array())
  expect(key && (await verifyP256(text, signature?.toString('hex') ?? '', key))).toBe(true)
  expect((await runAudit(database)).filter((one) => one.number === 19)).toEqual([])
})
