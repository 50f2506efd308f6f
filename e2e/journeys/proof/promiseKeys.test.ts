import { hexOf } from '@tickmark/core/bytes'
import {
  settlementBody,
  ticketBody,
  ticketHash,
  type Batch,
  type BatchProof,
  type Receipt,
} from '@tickmark/core/receipts/receipts'
import { leafHashOf, signBatch } from '@tickmark/server/orders/receipts/signedBatches'
import { signerOf } from '@tickmark/server/platform/keys'
import { sha256 } from '@tickmark/server/platform/sha256'
import { run } from '@tickmark/verify/main'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeAnswers } from '../../support/stage/calls.ts'
import { setClock } from '../../support/stage/deviceClock.ts'
import { reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { stored } from '../../support/stage/stored.ts'
import { PRACTICE_READY, waitForToast } from '../../support/page/toasts.ts'
import { placeInPage } from '../../support/page/trade.ts'

/** From an order of a minute until its receipt must be there, and more. */
const AFTER_MS = 130_000

const stage = setStage()
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickmark-promise-keys-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A visitor with a practice wallet, whose session has a signing key, on a coin's page. */
async function joinedPage(): Promise<Page> {
  const page = await stage.visit({ prepare: (context) => setClock(context, stage) })
  await page.goto('/')
  await page.getByRole('button', { name: 'Try with a practice wallet' }).click()
  await waitForToast(page, PRACTICE_READY)
  await page.goto('/business?pid=1')
  return page
}

/** Gives the house another receipts key, which its log names from its next start on. */
async function changeReceiptsKey(receiptsKey: Buffer): Promise<void> {
  const { keysFile } = stage.config
  await stage.restart(() => {
    const kept = JSON.parse(readFileSync(keysFile, 'utf8')) as object
    writeFileSync(keysFile, JSON.stringify({ ...kept, receiptsKey: receiptsKey.toString('hex') }))
  })
  stage.clock.waitFor(() => stage.app.market.latest()?.atMs ?? null)
}

/** A receipt of another ticket of the same order, both signed by this key. */
function retold(receipt: Receipt, receiptsKey: Buffer): Receipt {
  const ticket = { ...receipt.ticket, acceptedAt: receipt.ticket.acceptedAt + 1 }
  const settlement = { ...receipt.settlement, ticket: ticketHash(ticket, sha256) }
  const alone = (kind: Batch['kind'], { batch }: BatchProof, body: string): BatchProof => {
    const { root, signature } = signBatch(kind, batch, [leafHashOf(body)], signerOf(receiptsKey))
    return { batch, index: 0, count: 1, path: [], root: hexOf(root), signature: hexOf(signature) }
  }
  const ticketProof = alone('ticket-batch', receipt.ticketProof, ticketBody(ticket))
  const settlementProof = alone('receipt-batch', receipt.settlementProof, settlementBody(settlement))
  return { ...receipt, ticket, ticketProof, settlement, settlementProof }
}

test('a house that signs another ticket of an order with its new receipts key contradicts its promise of before', async () => {
  const page = await joinedPage()
  const { orderId } = await placeInPage(page)
  await expect
    .poll(() => stored(page, 'tickmark-promises', 'promises'))
    .toMatchObject([{ order: orderId, problem: null, isLogged: true }])
  // The owner is away while the house changes its key.
  await page.goto('about:blank')
  const receiptsKey = randomBytes(32)
  await changeReceiptsKey(receiptsKey)
  await changeAnswers(page, stage, '/api/getReceipt', (json) => {
    const answer = JSON.parse(json) as { data: { receipt: Receipt | null } | null }
    const receipt = answer.data?.receipt
    if (!receipt) return json
    return JSON.stringify({ ...answer, data: { ...answer.data, receipt: retold(receipt, receiptsKey) } })
  })
  await stage.jump(AFTER_MS)
  await page.goto('/settings')
  await page.evaluate((ms) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + ms
  }, AFTER_MS)
  const line = await seen(page.getByRole('alert', { name: 'The house’s promise' }).first())
  await reads(line, /The house has signed two things that cannot both be true\./)
  const downloading = page.waitForEvent('download')
  await line.getByRole('button', { name: 'Save the evidence' }).click()
  const file = join(folder, 'evidence.json')
  await (await downloading).saveAs(file)
  // A stranger needs nothing but the file and the keys that the house publishes now.
  const keys = await (await fetch(`${stage.url}/config.json`)).text()
  const { code, text } = run([file, '--keys', 'keys'], (path) =>
    path === 'keys' ? keys : readFileSync(path, 'utf8'),
  )
  expect([text, code]).toEqual([
    expect.stringMatching(/Both name the published keys[^]*one log had the keys of both[^]*CONTRADICTION/),
    0,
  ])
})
