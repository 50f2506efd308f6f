import { cosign, keyText, namedKey, splitNote } from '@tickmark/core/log/note'
import { generateKeyPairSync, createHash, sign } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startWatching } from '../../support/house/keptHeads.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const stage = setStage()
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const bytes = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
const sha256 = (data: Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest())
const witness = namedKey({ name: 'witness.example/w1', type: 4, publicKey: bytes }, sha256)
const POLICY = `witness friend ${keyText(witness)}\nquorum friend`

/** The house shows a head that the witness signed this many minutes ago, and lists the witness as its own choice. */
async function showWitnessed(page: Page, minutesAgo: number): Promise<void> {
  await page.route('**/log/checkpoint/witnessed', async (route) => {
    const note = await (await fetch(`${stage.url}/log/checkpoint`)).text()
    const seconds = Math.floor(Date.now() / 1000) - minutesAgo * 60
    const line = cosign(splitNote(note)?.text ?? '', seconds, witness, (text) => sign(null, text, privateKey))
    await route.fulfill({ contentType: 'text/plain', body: note + line })
  })
  await changeConfig(page, { witnesses: [keyText(witness)] })
}

async function changeConfig(page: Page, changed: object): Promise<void> {
  await page.route('**/config.json', async (route) => {
    const config = (await (await fetch(`${stage.url}/config.json`)).json()) as object
    await route.fulfill({ json: { ...config, ...changed } })
  })
}

const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Witnesses that you trust' })
const saveOf = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const lateOf = (page: Page) => page.getByRole('status', { name: 'Public price log' })

test('a user names his trusted witnesses, and sees whether they have signed', async () => {
  const page = await stage.visit()
  await showWitnessed(page, 1)
  await page.goto('/settings')
  await startWatching(page)
  await seen(page.getByText(/^This house chose them, and could run them itself\./))
  await seen(page.getByText('witness.example/w1', { exact: true }))
  expect(await page.getByText(/witnesses that you trust have signed/).count()).toBe(0)

  const faulty = POLICY.replace('quorum', 'qourum')
  await fieldOf(page).fill(faulty)
  await saveOf(page).click()
  await seen(page.getByText('Line 2 is none of log, witness, group or quorum.'))
  expect(await fieldOf(page).inputValue()).toBe(faulty)

  await fieldOf(page).fill(POLICY)
  await saveOf(page).click()
  await seen(page.getByText(/^1 of 1 witnesses that you trust have signed, the newest at /))
  await page.reload()
  expect(await fieldOf(page).inputValue()).toBe(POLICY)
  await seen(page.getByText(/^1 of 1 witnesses that you trust have signed, the newest at /))
  expect(await lateOf(page).count()).toBe(0)

  await fieldOf(page).fill('')
  await saveOf(page).click()
  await gone(page.getByText(/witnesses that you trust have signed/))
})

test('every page reports trusted witnesses that have not signed for ten minutes', async () => {
  const page = await stage.visit()
  await showWitnessed(page, 11)
  await page.goto('/settings')
  await startWatching(page)
  await fieldOf(page).fill(POLICY)
  await saveOf(page).click()
  await reads(lateOf(page), /^The witnesses that you trust have not been shown to sign/)
  await page.goto('/coin/1')
  await reads(lateOf(page), /^The witnesses that you trust have not been shown to sign/)
})

test('a configuration with other keys than the log raises a red alarm', async () => {
  const page = await stage.visit()
  await changeConfig(page, { receiptsKey: 'ab'.repeat(32) })
  await page.goto('/settings')
  await startWatching(page)
  await reads(
    page.getByRole('alert', { name: 'Public price log' }),
    /^The house publishes other keys than those in its price log\./,
  )
})
