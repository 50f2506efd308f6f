import type { Locator, Page } from 'playwright-core'
import { choose, gone, seen } from './see.ts'

/** Text that no stored copy of a camera's photo may contain. */
export const CAMERA_WORDS = 'CANARY-51.5074N'

/** The input of the form. */
export const TYPED = {
  'Name, as on the ID card': 'Ada Example',
  'Phone number': '491701234567',
  Address: '1 Harbour Street, Hamburg',
  'ID number': 'X12345678',
  'Loan amount': '1000',
} as const

/** A field of the form by its label. */
export function fieldOf(page: Page, label: keyof typeof TYPED): Locator {
  return page.getByRole('textbox', { name: label })
}

/** A photo of an ID card as from a phone's camera: a JPEG with its location (EXIF, GPS). */
export async function cameraPhoto(
  page: Page,
  { width = 1_600, height = 1_200, words = 'FRONT' } = {},
): Promise<Buffer> {
  const base64 = await page.evaluate(drawCard, { width, height, words })
  const plain = Buffer.from(base64, 'base64')
  return Buffer.concat([plain.subarray(0, 2), exifSegment(), plain.subarray(2)])
}

/** Runs in the page. */
async function drawCard(given: { width: number; height: number; words: string }): Promise<string> {
  const { width, height, words } = given
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  const shade = pen.createLinearGradient(0, 0, width, height)
  shade.addColorStop(0, '#cfe0ea')
  shade.addColorStop(1, '#8fb0c4')
  pen.fillStyle = shade
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#20323c'
  for (let line = 0; line < 6; line++) {
    pen.font = `${height / 12}px sans-serif`
    pen.fillText(`${words} ${line} EXAMPLE`, width / 20, (height * (line + 1.5)) / 8)
  }
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.95))
  const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? [])
  return btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(''))
}

/** APP1 with a description and a GPS directory. */
function exifSegment(): Buffer {
  const tiff = Buffer.alloc(96)
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(2, 8)
  tiff.set(Buffer.from('010e00020000001000000050', 'hex'), 10)
  tiff.set(Buffer.from('882500040000000100000026', 'hex'), 22)
  tiff.writeUInt16BE(1, 38)
  tiff.set(Buffer.from('00010002000000024e000000', 'hex'), 40)
  tiff.write(`${CAMERA_WORDS}\0`, 80, 'latin1')
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** The group of one side of the ID card. */
export function sideOf(page: Page, side: 'Front' | 'Back'): Locator {
  return page.getByRole('group', { name: `${side} of the ID card` })
}

/** Chooses a file for one side, as its button does. */
export async function givePhoto(
  page: Page,
  side: 'Front' | 'Back',
  buffer: Buffer,
  { name = 'card.jpg', mimeType = 'image/jpeg' } = {},
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await sideOf(page, side)
    .getByRole('button', { name: /^(Choose a picture|Replace)/ })
    .click()
  await (await chooser).setFiles({ name, mimeType, buffer })
}

/** Waits until one side's photo is on the server. */
export async function waitForPhoto(page: Page, side: 'Front' | 'Back'): Promise<void> {
  await seen(sideOf(page, side).getByRole('img'))
  await gone(sideOf(page, side).getByRole('progressbar'))
}

/** Opens the form. */
export async function openLoan(page: Page): Promise<void> {
  await page.goto('/loan')
  await seen(fieldOf(page, 'Name, as on the ID card'))
}

/** Fills in the whole form. */
export async function fillLoan(
  page: Page,
  typed: Partial<Record<keyof typeof TYPED, string>> = {},
): Promise<void> {
  await openLoan(page)
  for (const [label, text] of Object.entries({ ...TYPED, ...typed })) {
    await fieldOf(page, label as keyof typeof TYPED).fill(text)
  }
  await choose(page.getByRole('radiogroup', { name: 'Monthly instalments' }), '6 months')
  await givePhoto(page, 'Front', await cameraPhoto(page))
  await waitForPhoto(page, 'Front')
  await givePhoto(page, 'Back', await cameraPhoto(page, { words: 'BACK' }))
  await waitForPhoto(page, 'Back')
}

/** Opens the terms of a complete form. */
export async function seeTerms(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'See the terms' }).click()
  return seen(page.getByRole('dialog', { name: 'What this loan costs' }))
}

/** Fills in the form, agrees to its terms and goes to the pad. */
export async function goToPad(page: Page): Promise<void> {
  await fillLoan(page)
  const terms = await seeTerms(page)
  await terms.getByRole('checkbox').check()
  await terms.getByRole('button', { name: 'Go Sign' }).click()
  await seen(padOf(page))
}

export function padOf(page: Page): Locator {
  return page.getByRole('img', { name: /^Signature pad/ })
}

/** Draws a line on the pad with the mouse; positions are shares of its width and height. */
export async function drawLine(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const { x, y, width, height } = (await padOf(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + from[0] * width, y + from[1] * height)
  await page.mouse.down()
  await page.mouse.move(x + to[0] * width, y + to[1] * height, { steps: 8 })
  await page.mouse.up()
}

/** A signature of two strokes. */
export async function drawSignature(page: Page): Promise<void> {
  await drawLine(page, [0.2, 0.5], [0.8, 0.5])
  await drawLine(page, [0.3, 0.3], [0.6, 0.7])
}
