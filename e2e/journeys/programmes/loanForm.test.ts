import { describe, expect, test } from 'vitest'
import type { ReplyOf } from '@tickmark/wire/call'
import { LOAN_KEY } from '@tickmark/wire/legacy/storageKeys'
import type { loanRoutes } from '@tickmark/wire/routes/loans'
import { changeAnswers } from '../../support/stage/calls.ts'
import { axeFindings, cutTexts, waitUntilStill, shoot } from '../../support/page/looks.ts'
import { newPerson, visitJoined } from '../../support/house/people.ts'
import { choose, figureOf, gone, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { textIn } from '../../support/page/texts.ts'
import { waitForToast, toastsOn } from '../../support/page/toasts.ts'
import {
  CAMERA_WORDS,
  cameraPhoto,
  fieldOf,
  fillLoan,
  givePhoto,
  openLoan,
  waitForPhoto,
  seeTerms,
  sideOf,
  TYPED,
} from '../../support/page/loanForm.ts'

const stage = setStage()

interface Kept {
  /** The bytes that the page last sent, in base64. */
  uploaded?: () => Promise<string>
}

/** Runs in the page: the browser does not expose the bytes of a sent file. */
function keepUpload(): void {
  const send = XMLHttpRequest.prototype.send
  XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body) {
    if (body instanceof Blob) {
      ;(window as Kept).uploaded = async () => {
        const bytes = new Uint8Array(await body.arrayBuffer())
        return btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(''))
      }
    }
    send.call(this, body)
  }
}

describe('the form', () => {
  test('[LOAN-01][LOAN-02] reports each missing field in order, also beside the field, and keeps the input', async () => {
    const { page, user } = await visitJoined(stage, { book: 0 })
    await openLoan(page)
    const ask = page.getByRole('button', { name: 'See the terms' })
    const asks = async (text: string) => {
      await ask.click()
      await waitForToast(page, text)
      await seen(page.getByRole('alert').filter({ hasText: text }))
    }
    const autocomplete = (label: keyof typeof TYPED) => fieldOf(page, label).getAttribute('autocomplete')
    expect(await autocomplete('Name, as on the ID card')).toBe('name')
    expect(await autocomplete('Phone number')).toBe('tel')
    expect(await fieldOf(page, 'Loan amount').getAttribute('inputmode')).toBe('decimal')

    await asks('Please enter your name')
    await shoot(page, 'loan form asks')
    await fieldOf(page, 'Name, as on the ID card').fill(TYPED['Name, as on the ID card'])
    await asks('Please enter your phone number')
    await fieldOf(page, 'Phone number').fill('+49 170 1234567')
    await asks('A phone number has digits only')
    await fieldOf(page, 'Phone number').fill('٤٩١٧٠١٢٣٤٥٦٧')
    expect(await fieldOf(page, 'Phone number').inputValue()).toBe('491701234567')
    await asks('Please enter your address')
    await fieldOf(page, 'Address').fill(TYPED.Address)
    await asks('Please enter your ID number')
    await fieldOf(page, 'ID number').fill(TYPED['ID number'])
    await asks('Please enter the loan amount')
    for (const amount of ['99.99', '50000.01']) {
      await fieldOf(page, 'Loan amount').fill(amount)
      await asks('A loan is from 100 to 50,000 USDT, in whole cents')
    }
    await fieldOf(page, 'Loan amount').fill('1000')
    await asks('Please choose the instalments')
    await choose(page.getByRole('radiogroup', { name: 'Monthly instalments' }), '6 months')
    await seen(page.getByText('5 payments of 166.66 USDT, then one of 166.70 USDT, no interest'))
    await asks('Please add a photo of the front of your ID card')
    await givePhoto(page, 'Front', await cameraPhoto(page))
    await waitForPhoto(page, 'Front')
    await asks('Please add a photo of the back of your ID card')
    await givePhoto(page, 'Back', await cameraPhoto(page, { words: 'BACK' }))
    await waitForPhoto(page, 'Back')

    await expect.poll(async () => JSON.stringify((await user.get('/api/getLoanDraft')).body)).toMatch(/"6"/)
    await page.reload()
    await seen(sideOf(page, 'Back').getByRole('img'))
    // Now the page holds the draft's answer; on leaving, it stores the answers that it may.
    await page.reload()
    await seen(sideOf(page, 'Back').getByRole('img'))
    const onDevice = await page.evaluate(() =>
      [localStorage, sessionStorage].flatMap((place) => Object.entries(place)).join('\n'),
    )
    // The page has stored its answers on leaving; the draft is not among them.
    expect(onDevice).toContain('answers,')
    expect(onDevice).not.toMatch(/Ada Example|491701234567|Harbour|•5678/)
    expect(await fieldOf(page, 'Address').inputValue()).toBe(TYPED.Address)
    expect(await fieldOf(page, 'Loan amount').inputValue()).toBe('1000')
    expect(await page.getByRole('radio', { name: '6 months' }).isChecked()).toBe(true)
    await seen(page.getByText(/^•+5678 is saved\. Type it again only to change it\.$/))
    await shoot(page, 'loan form')

    // Another client has saved a number of instalments that is not offered.
    const kept = await user.post('/api/saveLoanDraft', { json: { instalments: '7' } })
    expect(kept.status, kept.text).toBe(200)
    await page.reload()
    await asks('Instalments are 6 or 12 months')
  })

  test('keeps the input while offline until it can be saved', async () => {
    stage.forgive(/ERR_FAILED/)
    const { page, user } = await visitJoined(stage, { book: 0 })
    await openLoan(page)
    await page.route('**/api/saveLoanDraft', (route) => route.abort())
    await fieldOf(page, 'Address').fill('Typed while away')
    await seen(page.getByRole('alert').filter({ hasText: 'Not saved yet.' }))
    // Leaving the screen loses nothing either.
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await gone(fieldOf(page, 'Address'))
    await page.unroute('**/api/saveLoanDraft')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect
      .poll(async () => JSON.stringify((await user.get('/api/getLoanDraft')).body))
      .toMatch(/Typed while away/)
  })

  test('says why the user cannot apply before he types anything', async () => {
    const visitor = await stage.visit()
    await visitor.goto('/loan')
    await seen(visitor.getByText('Join to apply for a loan in the real account, and to see your own.'))
    const { page, user } = await visitJoined(stage, { book: 1 })
    await page.goto('/loan')
    const switchOver = await seen(page.getByRole('button', { name: 'Switch to the real account' }))
    expect(await page.getByRole('textbox').count()).toBe(0)
    await shoot(page, 'loan simulated')
    await switchOver.click()
    await seen(fieldOf(page, 'Address'))
    const { status } = await user.post('/api/takeBreak', { json: { hours: 24 } })
    expect(status).toBe(200)
    await page.reload()
    await seen(page.getByRole('button', { name: 'My limits' }))
    expect(await page.getByRole('textbox').count()).toBe(0)
    await shoot(page, 'loan on a break')
  })
})

describe('[LOAN-03] a photo', () => {
  test('is a readable image of at most 6,291,456 bytes; anything else is refused with a reason', async () => {
    const { page } = await visitJoined(stage, { book: 0 })
    await openLoan(page)
    const refused = async (buffer: Buffer, mimeType: string, text: string) => {
      await givePhoto(page, 'Front', buffer, { name: 'x', mimeType })
      await waitForToast(page, text)
      await seen(sideOf(page, 'Front').getByRole('alert').filter({ hasText: text }))
    }
    const photo = await cameraPhoto(page)
    const sized = (bytes: number) => Buffer.concat([photo, Buffer.alloc(bytes - photo.length)])
    await refused(Buffer.from('%PDF'), 'application/pdf', 'Please choose a picture: JPG or PNG')
    await refused(sized(6_291_457), 'image/jpeg', 'A photo can be at most 6 MB.')
    await refused(
      Buffer.from('ftypheic'),
      'image/heic',
      'This picture cannot be read here. Please take it again.',
    )
    const small = await cameraPhoto(page, { width: 400, height: 299 })
    await refused(small, 'image/jpeg', 'This picture is too small to read. Please take it again, closer.')
    await shoot(page, 'loan photo refused')
    await givePhoto(page, 'Front', sized(6_291_456))
    await waitForPhoto(page, 'Front')
  })

  test('is sent small, without its location, and readable only by its owner', async () => {
    const { page, user } = await visitJoined(stage, { book: 0 })
    await openLoan(page)
    const photo = await cameraPhoto(page, { width: 4_000, height: 3_000 })
    expect(photo.includes(CAMERA_WORDS)).toBe(true)
    await page.evaluate(keepUpload)
    await givePhoto(page, 'Front', photo)
    await waitForPhoto(page, 'Front')
    const sent = Buffer.from(await page.evaluate(() => (window as Kept).uploaded?.() ?? ''), 'base64')
    expect(sent.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    expect(sent.length).toBeLessThan(220_000)
    expect(sent.includes(CAMERA_WORDS) || sent.includes('Exif')).toBe(false)
    const shown = sideOf(page, 'Front').getByRole('img', { name: 'Your photo of the front of the ID card' })
    await expect.poll(() => shown.evaluate((node) => (node as HTMLImageElement).naturalWidth)).toBe(1_024)
    const url = await shown.evaluate((node) => (node as HTMLImageElement).src)
    const own = await user.get(new URL(url).pathname)
    expect(own.status).toBe(200)
    expect(own.text).not.toMatch(/Exif|CANARY/)
    const other = await newPerson(stage)
    const theirs = await other.user.get(new URL(url).pathname)
    const nobodys = await other.user.get(
      new URL(url).pathname.replace(/[0-9a-f]{12}(?=\W|$)/, '000000000000'),
    )
    expect([theirs.status, theirs.text]).toEqual([nobodys.status, nobodys.text])
  })

  test('that failed to upload can be sent again, replaced and removed', async () => {
    const { page } = await visitJoined(stage, { book: 0 })
    await openLoan(page)
    const front = sideOf(page, 'Front')
    await page.route('**/api/loanUpload*', (route) => route.abort())
    await givePhoto(page, 'Front', await cameraPhoto(page))
    await seen(front.getByRole('alert').filter({ hasText: 'Network failure, please try again later' }))
    stage.forgive(/ERR_FAILED/)
    await page.unroute('**/api/loanUpload*')
    await front.getByRole('button', { name: 'Try again' }).click()
    await waitForPhoto(page, 'Front')
    const first = await front.getByRole('img').getAttribute('src')
    await givePhoto(page, 'Front', await cameraPhoto(page, { words: 'OTHER' }))
    await waitForPhoto(page, 'Front')
    await expect.poll(() => front.getByRole('img').getAttribute('src')).not.toBe(first)
    await front.getByRole('button', { name: /^Remove/ }).click()
    await gone(front.getByRole('img'))
    await expect
      .poll(async () => {
        await page.reload()
        await seen(fieldOf(page, 'Address'))
        return front.getByRole('img').count()
      })
      .toBe(0)
    // On a phone, the camera is offered too.
    const capture = page.waitForEvent('filechooser')
    await front.getByRole('button', { name: /^Take a photo/ }).click()
    expect(await (await capture).element().getAttribute('capture')).toBe('environment')
  })
})

describe('[LOAN-04] after 1.5 s of loading', () => {
  test('the page shows every date and cost, then the agreement; Go Sign needs the tick', async () => {
    const { page, user } = await visitJoined(stage, { book: 0 })
    await fillLoan(page)
    const asked = Date.now()
    const terms = await seeTerms(page)
    expect(Date.now() - asked).toBeGreaterThanOrEqual(1_450)
    expect(await terms.getByRole('list').first().getByRole('listitem').count()).toBe(6)
    expect(await figureOf(terms, 'Interest').innerText()).toBe('None')
    expect(await figureOf(terms, 'You pay back').innerText()).toBe('1,000.00 USDT')
    expect(await figureOf(terms, 'At the very most').innerText()).toBe('1,050.00 USDT')
    await seen(
      terms.getByText(/^In this sandbox a simulated reviewer decides, not a person, 20 seconds after/),
    )
    await seen(
      terms.getByText(/^I borrow 1,000\.0000 USDT from Tickmark \(.+\) .* The term ends on .*20\d\d\.$/),
    )
    await terms.getByText('The text that your wallet signs').click()
    const text = await seen(terms.getByText(/^Tickmark loan agreement 1\nsite: /))
    const { body } = await user.get('/api/getLoanDraft')
    const { front, back } = (body.data as { draft: Record<'front' | 'back', { sha256: string }> }).draft
    expect(await text.innerText()).toContain(`photo front: ${front.sha256}\nphoto back: ${back.sha256}\n`)
    const person = terms.getByRole('region', { name: 'Who signs' })
    for (const typed of [TYPED['Phone number'], TYPED.Address, TYPED['ID number']]) {
      await seen(person.getByText(typed, { exact: true }))
    }
    await expect.poll(() => person.getByRole('img').evaluateAll(areDrawn)).toEqual([true, true])
    await waitUntilStill(page)
    expect([await axeFindings(page), await cutTexts(page)]).toEqual([[], []])
    await shoot(page, 'loan terms')
    const sign = terms.getByRole('button', { name: 'Go Sign' })
    expect(await sign.isDisabled()).toBe(true)
    await terms.getByRole('checkbox').check()
    await sign.click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/sign')
    const kept = JSON.parse(
      (await page.evaluate((key) => localStorage.getItem(key), LOAN_KEY)) ?? '',
    ) as object
    expect(Object.keys(kept)).toEqual(['application', 'amount', 'instalments'])
  })

  test('the page shows no terms with other details, photos or times than its own', async () => {
    const { page } = await visitJoined(stage, { book: 0 })
    await fillLoan(page)
    let change = (data: Written): Written => data
    await changeAnswers(page, stage, '/api/writeLoanAgreement', (json) => {
      const answer = JSON.parse(json) as { data: Written }
      return JSON.stringify({ ...answer, data: change(answer.data) })
    })
    for (const [cheat, words] of CHEATS) {
      change = cheat
      await page.getByRole('button', { name: 'See the terms' }).click()
      await waitForToast(page, words)
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
    change = (data) => data
    await seeTerms(page)
  })

  test('the server’s refusal shows beside its field, and nothing typed is lost', async () => {
    stage.forgive(/status of 400 .*writeLoanAgreement/)
    const { page } = await visitJoined(stage, { book: 0 })
    await fillLoan(page, { 'Name, as on the ID card': '…' })
    await page.getByRole('button', { name: 'See the terms' }).click()
    await seen(page.locator('[data-place=name]').getByRole('alert').filter({ hasText: /name/i }))
    expect(await toastsOn(page)).toHaveLength(1)
    expect(await fieldOf(page, 'Address').inputValue()).toBe(TYPED.Address)
    await fieldOf(page, 'Name, as on the ID card').fill('Ada')
    await seeTerms(page)
  })

  test.each([
    { language: 'arab', theme: 'dark', width: 390 },
    { language: 'japanese', theme: 'light', width: 1_280 },
  ] as const)('in $language on $width px, $theme', async ({ language, theme, width }) => {
    const { page } = await visitJoined(stage, { book: 0, language, theme, width, scale: 1 })
    const say = (key: string, facts?: Record<string, string>) => textIn(language, `loans:${key}`, facts)
    await page.goto('/loan')
    await (await seen(page.getByRole('textbox', { name: say('field.name') }))).fill('أ')
    await page.getByRole('button', { name: say('goOn') }).click()
    await waitForToast(page, say('emptyPhone'))
    await waitUntilStill(page)
    expect([await axeFindings(page), await cutTexts(page)]).toEqual([[], []])
    await shoot(page, `loan form ${language}`)
  })
})

type Written = ReplyOf<(typeof loanRoutes)['writeLoanAgreement']>

const OTHER_DETAILS =
  'The server holds other details or photos than you gave. Nothing was signed. Please check them and try again.'
const OTHER_TERMS = 'The server wrote other terms than you typed. Nothing was signed. Please try again.'

/** Answers of a dishonest house, and the page's message for each. */
const CHEATS: [cheat: (data: Written) => Written, words: string][] = [
  [(data) => ({ ...data, named: { ...data.named, name: 'Bob Example' } }), OTHER_DETAILS],
  [(data) => ({ ...data, salt: '00'.repeat(16) }), OTHER_DETAILS],
  [(data) => ({ ...data, front: data.back }), OTHER_DETAILS],
  [(data) => ({ ...data, writtenAt: data.writtenAt - 86_400_000 }), OTHER_TERMS],
]

/** Whether the browser has drawn each picture. Runs in the page. */
function areDrawn(images: (HTMLElement | SVGElement)[]): boolean[] {
  return images.map((one) => one instanceof HTMLImageElement && one.naturalWidth > 0)
}
