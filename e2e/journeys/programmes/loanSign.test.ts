import { agreementText } from '@tickmark/core/loans/agreement'
import { parseAmount } from '@tickmark/core/money/money'
import { DRAWING_KEY, LOAN_KEY } from '@tickmark/wire/legacy/storageKeys'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { passOn } from '../../support/stage/calls.ts'
import { png } from '../../support/page/chat.ts'
import { axeFindings, cutTexts, waitUntilStill, shoot } from '../../support/page/looks.ts'
import { drawLine, drawSignature, fieldOf, goToPad, padOf, TYPED } from '../../support/page/loanForm.ts'
import { visitJoined, visitWithWallet } from '../../support/house/people.ts'
import { gone, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { waitForToast } from '../../support/page/toasts.ts'
import { REJECTED } from '../../support/stage/wallets.ts'

const stage = setStage()

const EMPTY = 'Please complete the signature first'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const keptIn = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const pathOf = (page: Page) => new URL(page.url()).pathname

/** The colours and opacities at shares of the pad's width along its middle line. */
function inkOn(page: Page, shares: number[]): Promise<string[]> {
  return padOf(page).evaluate((node, at) => {
    const canvas = node as HTMLCanvasElement
    const pen = canvas.getContext('2d')
    return at.map((share) =>
      Array.from(pen?.getImageData(share * canvas.width, canvas.height / 2, 1, 1).data ?? []).join(),
    )
  }, shares)
}

const SLATE = '47,79,79,255'
const CLEAR = '0,0,0,0'

describe('[LOAN-05] the pad', () => {
  test('without a saved application leads to the share page', async () => {
    const { page } = await visitJoined(stage, { book: 0 })
    await page.goto('/sign')
    await expect.poll(() => pathOf(page)).toBe('/share')
  })

  test('draws in dark slate on clear paper, keeps strokes when the phone is rotated, clears and cancels', async () => {
    const { page } = await visitWithWallet(stage, { book: 0, theme: 'dark' })
    await goToPad(page)
    await seen(page.getByText('Rotate your phone to landscape for more room'))
    await drawLine(page, [0.25, 0.5], [0.75, 0.5])
    expect(await inkOn(page, [0.1, 0.5, 0.9])).toEqual([CLEAR, SLATE, CLEAR])
    await shoot(page, 'sign portrait')
    await page.setViewportSize({ width: 844, height: 390 })
    await gone(page.getByText('Rotate your phone to landscape for more room'))
    expect(await inkOn(page, [0.1, 0.5, 0.9])).toEqual([CLEAR, SLATE, CLEAR])
    const { y = 0, height = 0 } = (await button(page, 'Submit').boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(390)
    await drawLine(page, [0.76, 0.5], [0.95, 0.5])
    await shoot(page, 'sign landscape')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await inkOn(page, [0.1, 0.5, 0.9])).toEqual([CLEAR, SLATE, SLATE])
    await waitUntilStill(page)
    expect([await axeFindings(page), await cutTexts(page)]).toEqual([[], []])
    await button(page, 'Clear').click()
    expect(await inkOn(page, [0.5])).toEqual([CLEAR])
    await seen(page.getByRole('img', { name: 'Signature pad, empty' }))
    await button(page, 'Cancel').click()
    await expect.poll(() => pathOf(page)).toBe('/loan')
    await seen(fieldOf(page, 'Address'))
    expect(await keptIn(page, LOAN_KEY)).not.toBeNull()
  })
})

describe('[LOAN-06][LOAN-07] submitting', () => {
  test('asks for a drawn signature, uploads it, has the wallet sign it with the terms, and leads to the loans', async () => {
    const { page, wallet, user, address } = await visitWithWallet(stage, { book: 0 })
    await goToPad(page)
    await button(page, 'Submit').click()
    await waitForToast(page, EMPTY)
    await drawSignature(page)
    wallet.fails.set('personal_sign', REJECTED)
    let uploads = 0
    page.on('request', (request) => void (uploads += Number(request.url().includes('/api/loanUpload'))))
    await button(page, 'Submit').click()
    await waitForToast(page, 'You did not sign in your wallet. Nothing was submitted.')
    const url = await keptIn(page, DRAWING_KEY)
    const saved = JSON.parse((await keptIn(page, LOAN_KEY)) ?? '') as {
      sign_img: string
      application: string
    }
    expect(saved.sign_img).toBe(url)
    expect(await storedDrawing(page, url ?? '')).toEqual({ line: 10, ink: SLATE, ground: CLEAR })

    wallet.fails.clear()
    const applying = page.waitForRequest('**/api/loanApply')
    await button(page, 'Submit').click()
    await applying
    const pressedAt = Date.now()
    await waitForToast(page, /^Your application for 1,?000 USDT is submitted\.$/)
    await expect.poll(() => pathOf(page)).toBe('/detail')
    expect(Date.now() - pressedAt).toBeGreaterThanOrEqual(1_450)
    expect(uploads).toBe(1)
    expect([await keptIn(page, LOAN_KEY), await keptIn(page, DRAWING_KEY)]).toEqual([null, null])

    const { body } = await user.post('/api/loanApplyList', { json: {} })
    expect(body.data).toMatchObject({
      list: [{ id: saved.application, amount: '1000', instalments: 6, state: 0 }],
    })
    const text = wallet.signed.at(-1) ?? ''
    const line = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? ''
    const drawing = line('drawn signature')
    expect(text).toBe(
      agreementText({
        site: new URL(stage.url).origin,
        borrower: address,
        application: saved.application,
        amount: parseAmount('1000') ?? 0n,
        instalments: 6,
        writtenAtMs: Date.parse(line('written')),
        details: line('details'),
        front: line('photo front'),
        back: line('photo back'),
        drawing,
      }),
    )
    expect(await hashOf(await bytesOf(page, url ?? ''))).toBe(drawing)
    await page.goto('/loan')
    await seen(page.getByRole('button', { name: 'See my loans' }))
    await shoot(page, 'loan open already')
  })

  test('takes no stroke while the drawing is on its way', async () => {
    const { page } = await visitWithWallet(stage, { book: 0 })
    await goToPad(page)
    await drawLine(page, [0.2, 0.5], [0.8, 0.5])
    const mayGo = Promise.withResolvers<void>()
    await page.route('**/api/loanUpload*', async (route) => {
      await mayGo.promise
      await route.continue()
    })
    const uploading = page.waitForRequest('**/api/loanUpload*')
    await button(page, 'Submit').click()
    await uploading
    await drawLine(page, [0.9, 0.3], [0.9, 0.7])
    expect(await inkOn(page, [0.5, 0.9])).toEqual([SLATE, CLEAR])
    mayGo.resolve()
    await expect.poll(() => pathOf(page)).toBe('/detail')
  })

  test('accepts a name typed by keyboard alone', async () => {
    const { page } = await visitWithWallet(stage, { book: 0, width: 1_280, scale: 1 })
    await goToPad(page)
    await page.getByRole('textbox', { name: 'Or type your name in place of drawing' }).focus()
    await page.keyboard.type('Ada Example')
    await seen(page.getByRole('img', { name: 'Signature pad, signed' }))
    await shoot(page, 'sign typed 1280')
    await button(page, 'Submit').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => pathOf(page)).toBe('/detail')
  })

  test('keeps the drawing and the application’s outcome when the network fails', async () => {
    stage.forgive(/ERR_FAILED/)
    const { page, user } = await visitWithWallet(stage, { book: 0 })
    await goToPad(page)
    await drawSignature(page)
    await page.route('**/api/loanUpload*', (route) => route.abort())
    await button(page, 'Submit').click()
    await waitForToast(page, 'Network failure, please try again later')
    expect(await inkOn(page, [0.5])).toEqual([SLATE])
    await page.unroute('**/api/loanUpload*')
    // The server submits it, and the answer is lost.
    await page.route('**/api/loanApply', async (route) => {
      await passOn(route)
      await route.abort()
    })
    await button(page, 'Submit').click()
    await waitForToast(page, 'Network failure, please try again later')
    expect(await keptIn(page, LOAN_KEY)).not.toBeNull()
    await page.unroute('**/api/loanApply')
    await page.reload()
    await expect.poll(() => pathOf(page)).toBe('/detail')
    expect(await keptIn(page, LOAN_KEY)).toBeNull()
    const { body } = await user.post('/api/loanApplyList', { json: {} })
    expect((body.data as { list: unknown[] }).list).toHaveLength(1)
  })

  test('signs nothing when the house stores another drawing than the one on the pad', async () => {
    const { page, wallet } = await visitWithWallet(stage, { book: 0 })
    await goToPad(page)
    await drawSignature(page)
    const other = png(40)
    const sha256 = await hashOf(Uint8Array.from(other))
    await page.route('**/api/loanUpload*', async (route) => {
      const answer = await passOn(route)
      const body = (await answer.json()) as { data: object }
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, sha256 } } })
    })
    await page.route('**/api/loans/pictures/*', (route) =>
      route.fulfill({ contentType: 'image/png', body: other }),
    )
    const before = wallet.signed.length
    await button(page, 'Submit').click()
    await waitForToast(
      page,
      'The server kept another drawing than yours. Nothing was signed. Please try again.',
    )
    expect(wallet.signed).toHaveLength(before)
    expect(await keptIn(page, LOAN_KEY)).not.toBeNull()
  })

  test('keeps the application when the server did not process it: rate-limited, or failed', async () => {
    stage.forgive(/status of (429|500) .*loanApply/)
    const { page } = await visitWithWallet(stage, { book: 0 })
    await goToPad(page)
    await drawSignature(page)
    const kept = await keptIn(page, LOAN_KEY)
    for (const [status, code, words] of [
      [429, 'too_many_requests', 'Wait a moment. Your application is still here; you can submit it again.'],
      [500, 'internal', 'Wait a moment.'],
    ] as const) {
      const body = { status, code, message: 'Wait a moment.', data: null }
      await page.route('**/api/loanApply', (route) => route.fulfill({ status, json: body }), { times: 1 })
      await button(page, 'Submit').click()
      await waitForToast(page, words)
      const now = JSON.parse((await keptIn(page, LOAN_KEY)) ?? '') as object
      expect(now).toMatchObject(JSON.parse(kept ?? '') as object)
    }
    await button(page, 'Submit').click()
    await expect.poll(() => pathOf(page)).toBe('/detail')
    expect(await keptIn(page, LOAN_KEY)).toBeNull()
  })

  test('is refused with a reason after an hour, and deletes the application but not the draft', async () => {
    const { page } = await visitWithWallet(stage, { book: 0 })
    await goToPad(page)
    await drawSignature(page)
    await stage.jump(60 * 60_000 + 1_000)
    stage.tolerate(/status of 40\d .*\/api\//)
    await button(page, 'Submit').click()
    await seen(page.getByText('The application was not submitted'))
    expect([await keptIn(page, LOAN_KEY), await keptIn(page, DRAWING_KEY)]).toEqual([null, null])
    await shoot(page, 'sign refused')
    await button(page, 'To the application').click()
    await seen(fieldOf(page, 'Address'))
    expect(await fieldOf(page, 'Address').inputValue()).toBe(TYPED.Address)
  })

  test('is refused with the server’s message when a break has started meanwhile', async () => {
    stage.forgive(/status of 409 .*loanApply/)
    const { page, wallet, user } = await visitWithWallet(stage, { book: 0 })
    await goToPad(page)
    await drawSignature(page)
    wallet.fails.set('personal_sign', REJECTED)
    await button(page, 'Submit').click()
    await waitForToast(page, 'You did not sign in your wallet. Nothing was submitted.')
    wallet.fails.clear()
    // A break starts in another tab.
    expect((await user.post('/api/takeBreak', { json: { hours: 24 } })).status).toBe(200)
    await button(page, 'Submit').click()
    await seen(page.getByText('The application was not submitted'))
    expect(await keptIn(page, LOAN_KEY)).toBeNull()
  })
})

/** The thickness of the horizontal stroke of a stored drawing, its colour, and its background's colour. */
async function storedDrawing(
  page: Page,
  url: string,
): Promise<{ line: number; ink: string; ground: string }> {
  return page.evaluate(async (address) => {
    const answer = await fetch(address)
    const bitmap = await createImageBitmap(await answer.blob())
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: bitmap.width, height: bitmap.height })
    const pen = canvas.getContext('2d')
    pen?.drawImage(bitmap, 0, 0)
    const at = (x: number, y: number) => Array.from(pen?.getImageData(x, y, 1, 1).data ?? [])
    const column = Array.from({ length: bitmap.height }, (_, y) => at(bitmap.width * 0.7, y))
    return {
      line: Math.round(column.reduce((sum, [, , , alpha = 0]) => sum + alpha / 255, 0)),
      ink: at(bitmap.width * 0.7, bitmap.height / 2).join(),
      ground: at(5, 5).join(),
    }
  }, url)
}

async function bytesOf(page: Page, url: string): Promise<Uint8Array<ArrayBuffer>> {
  const list = await page.evaluate(async (address) => {
    const answer = await fetch(address)
    return [...new Uint8Array(await answer.arrayBuffer())]
  }, url)
  return Uint8Array.from(list)
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}
