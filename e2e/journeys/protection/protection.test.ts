import { text as textOf } from 'node:stream/consumers'
import { freeIn, OUTSIDE, transfersOf } from '@tickmark/server/app/custody.testing'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { passOn, recordCalls } from '../../support/stage/calls.ts'
import { seeChain } from '../../support/house/chain.ts'
import { type Person, visitWithWallet } from '../../support/house/people.ts'
import { gone, seen } from '../../support/page/see.ts'
import { reviewSending } from '../../support/page/sending.ts'
import { visitWithEther } from '../../support/house/ether.ts'
import { setStage } from '../../support/stage/stage.ts'
import { waitForToast } from '../../support/page/toasts.ts'
import { codeAt } from '@tickmark/server/platform/oneTimeCode.testing'

const stage = setStage({ CHAINS: '' })
const WRONG = 'This code is not right. Please enter the one that your authenticator shows now.'

beforeAll(async () => {
  await seeChain(stage.app)
})

type Owner = Person & { page: Page }

const sign = (sheet: Locator) => sheet.getByRole('button', { name: 'Sign and send' })
const codeIn = (within: Locator) => within.getByRole('textbox', { name: 'Google code' })
const withdrawalsOf = ({ user }: Owner) => transfersOf(user, 'get_my_cash_out_record')

describe('the authenticator', () => {
  let who: Owner
  let page: Page
  let secret = ''
  let codes: string[] = []
  /** Each code is valid once, so the next one is the code of half a minute later. */
  const nextCode = async () => {
    await stage.jump(30_000)
    return codeAt(secret, stage.clock.nowMs())
  }

  beforeAll(async () => {
    who = await visitWithEther(stage)
    page = who.page
  })

  test('is turned on by a code of the secret on screen, and shows its recovery codes only this once', async () => {
    await page.goto('/protection')
    await page.getByRole('button', { name: 'Turn the authenticator on' }).click()
    const sheet = await seen(page.getByRole('dialog', { name: 'Turn the authenticator on' }))
    await seen(sheet.getByRole('img', { name: 'QR code for the authenticator app' }))
    secret = await secretIn(sheet)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect((await sheet.innerText()).replace(/\s/g, '')).toContain(secret)
    await sheet.getByRole('button', { name: 'Turn on' }).click()
    await waitForToast(page, 'Please enter the Google code')
    await codeIn(sheet).fill('12345')
    await sheet.getByRole('button', { name: 'Turn on' }).click()
    await waitForToast(page, 'Please enter the 6-digit Google code')
    await codeIn(sheet).fill(wrongFor(secret))
    await sheet.getByRole('button', { name: 'Turn on' }).click()
    await waitForToast(page, WRONG)
    await codeIn(sheet).fill(inArabicDigits(await nextCode()))
    await sheet.getByRole('button', { name: 'Turn on' }).click()
    const list = await seen(page.getByRole('dialog', { name: 'Recovery codes' }))
    codes = await list.getByRole('listitem').allInnerTexts()
    expect(new Set(codes).size).toBe(10)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      list.getByRole('button', { name: 'Save as file' }).click(),
    ])
    expect(await textOf(await download.createReadStream())).toBe(`${codes.join('\n')}\n`)
    // The page behind already shows it as on, for owners who leave without closing the dialog.
    await seen(page.getByText('10 recovery codes left'))
    await list.getByRole('button', { name: 'I have kept them' }).click()
    await gone(list)
    await seen(page.getByText('10 recovery codes left'))
    stage.forgive(/40\d.*confirmAuthenticator/)
  })

  test('shows neither its secret nor its recovery codes again', async () => {
    const calls = await recordCalls(page, stage)
    await page.goto('/protection')
    await seen(page.getByText('10 recovery codes left'))
    const answers = await Promise.all(calls.map((call) => call.answer()))
    const text = answers.map((one) => JSON.stringify(one?.body)).join('') + (await page.content())
    for (const one of [secret, ...codes]) expect(text).not.toContain(one)
    expect(await page.getByRole('button', { name: 'Turn the authenticator on' }).count()).toBe(0)
  })

  test('is then required for every withdrawal: without its code, or with a wrong one, nothing is paid', async () => {
    const calls = await recordCalls(page, stage)
    const before = await freeIn(who.user, 'ETH')
    const sheet = await reviewSending(page, OUTSIDE, '0.01')
    await sign(sheet).click()
    await waitForToast(page, 'Please enter the 6-digit Google code')
    await codeIn(sheet).fill('123 45')
    await sign(sheet).click()
    await seen(sheet.getByText('Please enter the 6-digit Google code'))
    expect(calls.some(({ path }) => path === '/api/cash_out')).toBe(false)
    await codeIn(sheet).fill(wrongFor(secret))
    await sign(sheet).click()
    await waitForToast(page, WRONG)
    expect(await withdrawalsOf(who)).toEqual([])
    expect(await freeIn(who.user, 'ETH')).toBe(before)
    await codeIn(sheet).fill(asAuthenticatorsShow(await nextCode()))
    await sign(sheet).click()
    await gone(sheet)
    expect(await withdrawalsOf(who)).toHaveLength(1)
    stage.forgive(/40\d.*cash_out/)
  })

  test('can be replaced by a recovery code, once each', async () => {
    const [code = ''] = codes
    const first = await reviewSending(page, OUTSIDE, '0.011')
    await codeIn(first).fill(code.toLowerCase())
    await sign(first).click()
    await gone(first)
    expect(await withdrawalsOf(who)).toHaveLength(2)
    const second = await reviewSending(page, OUTSIDE, '0.012')
    await codeIn(second).fill(code)
    await sign(second).click()
    await waitForToast(page, WRONG)
    expect(await withdrawalsOf(who)).toHaveLength(2)
    await page.goto('/protection')
    await seen(page.getByText('9 recovery codes left'))
    stage.forgive(/40\d.*cash_out/)
  })

  test('is turned off only by a code; withdrawals then need none', async () => {
    await page.goto('/protection')
    await page.getByRole('button', { name: 'Turn the authenticator off' }).click()
    const sheet = await seen(page.getByRole('dialog', { name: 'Turn the authenticator off' }))
    const field = sheet.getByRole('textbox', { name: 'Google code or recovery code' })
    await field.fill(await nextCode())
    await sheet.getByRole('button', { name: 'Turn the authenticator off' }).click()
    await waitForToast(page, 'The authenticator is off')
    await gone(sheet)
    await seen(page.getByRole('button', { name: 'Turn the authenticator on' }))
    expect(await codeIn(await reviewSending(page, OUTSIDE, '0.01')).count()).toBe(0)
  })

  function wrongFor(known: string): string {
    const nowMs = stage.clock.nowMs()
    const right = [-1, 0, 1, 2].map((step) => codeAt(known, nowMs + step * 30_000))
    return ['000000', '111111', '222222', '333333', '444444'].find((one) => !right.includes(one)) ?? ''
  }
})

test('an authenticator is shown as on even if the answer with its recovery codes was lost', async () => {
  const { page } = await visitWithWallet(stage, { book: 0 })
  await page.route('**/api/confirmAuthenticator', async (route) => {
    await passOn(route)
    await route.abort()
  })
  await page.goto('/protection')
  await page.getByRole('button', { name: 'Turn the authenticator on' }).click()
  const sheet = await seen(page.getByRole('dialog', { name: 'Turn the authenticator on' }))
  await codeIn(sheet).fill(codeAt(await secretIn(sheet), stage.clock.nowMs()))
  await sheet.getByRole('button', { name: 'Turn on' }).click()
  await waitForToast(page, 'Network failure, please try again later')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await seen(page.getByRole('button', { name: 'Turn the authenticator off' }))
  stage.forgive(/confirmAuthenticator/)
})

/** The secret shown in a sheet, in the form for an authenticator app. */
async function secretIn(sheet: Locator): Promise<string> {
  const uri = await sheet.getByRole('link', { name: 'Open in the authenticator app' }).getAttribute('href')
  return new URL(uri ?? '').searchParams.get('secret') ?? ''
}

/** "123456" becomes "123 456". */
function asAuthenticatorsShow(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`
}

/** "123456" becomes "١٢٣٤٥٦". */
function inArabicDigits(code: string): string {
  return code.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)))
}
