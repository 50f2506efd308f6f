import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { changeAnswers, recordCalls } from '../../support/stage/calls.ts'
import { setClock } from '../../support/stage/deviceClock.ts'
import { reads, seen } from '../../support/page/see.ts'
import { setStage, type Visit } from '../../support/stage/stage.ts'
import { PRACTICE_READY, waitForToast } from '../../support/page/toasts.ts'
import { acceptBid, askToPlace, openOrderSheet, placeInPage } from '../../support/page/trade.ts'

const stage = setStage()

async function join(says: string | RegExp = PRACTICE_READY, prepare?: Visit['prepare']): Promise<Page> {
  const page = await stage.visit({
    async prepare(context) {
      await setClock(context, stage)
      await prepare?.(context)
    },
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Try with a practice wallet' }).click()
  await waitForToast(page, says)
  return page
}

/** Simulates a browser that cannot store keys. */
function keepNoKeys(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('no store here', 'InvalidStateError')
    }
  })
}

/** The signatures that the page sent, by the path of the call. */
async function signedIn(calls: Awaited<ReturnType<typeof recordCalls>>, path: string) {
  const sent = calls.filter((one) => one.path === path)
  return sent.map((one) => (one.fields['consent'] as { text: string } | undefined)?.text.split('\n')[0])
}

async function receiptSays(page: Page, orderId: string, text: string): Promise<void> {
  await stage.jump(62_000)
  await page.goto(`/receipt/${orderId}`)
  await stage.jump(60_000)
  await seen(page.getByText(text))
}

test('an order, a reload and an early close: all signed with the same key, and the receipt holds', async () => {
  const page = await join()
  const calls = await recordCalls(page, stage)
  await page.goto('/business?pid=1')
  await placeInPage(page)
  await page.goto('/business?pid=1')
  const { countdown, orderId } = await placeInPage(page)
  await countdown.getByRole('button', { name: /^Close for [\d.]+$/ }).click()
  const question = await seen(page.getByRole('alertdialog', { name: 'Close this order now?' }))
  await acceptBid(stage, question)
  await reads(countdown.getByRole('status').first(), /Closed early/)
  expect(await signedIn(calls, '/api/createLimitOrder')).toEqual(['tickmark-order/1', 'tickmark-order/1'])
  expect(await signedIn(calls, '/api/closeLimitOrder')).toContain('tickmark-close/1')
  await receiptSays(page, orderId, 'Checked on this phone')
})

test('an order names the head of the log that this page has checked', async () => {
  const page = await join()
  const calls = await recordCalls(page, stage)
  await page.goto('/settings')
  await seen(page.getByText(/^Watched by this device since/))
  // Navigates within the page, so that it keeps watching.
  await page.evaluate(() => {
    history.pushState(null, '', '/business?pid=1')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await placeInPage(page)
  const placed = calls.find((one) => one.path === '/api/createLimitOrder')
  const { text = '' } = (placed?.fields['consent'] ?? {}) as { text?: string }
  const { head } = JSON.parse(text.slice(text.indexOf('\n') + 1)) as { head: { size: number; root: string } }
  const { db } = stage.database.database
  const stored = await db
    .selectFrom('log_checkpoint')
    .select('root')
    .where('size', '=', BigInt(head.size))
    .execute()
  expect(stored.map((one) => one.root.toString('hex'))).toEqual([head.root])
})

test('the settings show the key and its permissions', async () => {
  const page = await join()
  await page.goto('/settings')
  const sessions = await seen(page.getByRole('list', { name: 'Signed-in devices' }))
  await reads(
    sessions,
    /Key [0-9a-f]{4}-[0-9a-f]{4} signs orders until .*, up to 5,000\.00 USDT .* each\. It cannot withdraw\./,
  )
})

test('in a browser without the cryptography, the page says so and trades unsigned', async () => {
  const page = await join(/^Signed in\. This browser cannot sign orders/, (context) =>
    context.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined })),
  )
  await page.goto('/settings')
  await seen(page.getByText('Orders from here are not signed.'))
  await page.goto('/business?pid=1')
  const { orderId } = await placeInPage(page)
  await receiptSays(page, orderId, 'Your consent is not shown')
  await seen(page.getByText(/^The order came without a signature of yours/))
})

test('in a browser that cannot store the key, the page signs until the tab reloads, and then asks to sign in again', async () => {
  const page = await join(/so you will sign in again after a reload\.$/, keepNoKeys)
  const calls = await recordCalls(page, stage)
  await page.getByRole('link', { name: /^BTC/ }).click()
  await placeInPage(page)
  expect(await signedIn(calls, '/api/createLimitOrder')).toEqual(['tickmark-order/1'])
  await page.reload()
  await page.goto('/business?pid=1')
  const sheet = page.getByRole('dialog', { name: /\/USDT ·/ })
  await page.getByRole('button', { name: 'Entrust Up' }).click()
  await sheet.getByRole('textbox', { name: 'Amount' }).fill('10')
  await sheet.getByRole('button', { name: /^Place order/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await waitForToast(page, 'This browser no longer has its key. Sign in again to trade.')
  expect(await signedIn(calls, '/api/createLimitOrder')).toHaveLength(1)
})

describe('a house that denies the session’s key gets no order', () => {
  const DENIED = 'The house says that this session signs nothing. Nothing was sent. Sign in again.'
  const withoutKey = (json: string) => json.replace(/"key":"[\w-]+"/, '"key":null')
  const signedOut = (_json: string) => '{"status":200,"message":"","data":{"session":null}}'

  /** Presses through to Yes, and checks that the page sends nothing and offers to sign in. */
  async function isAskedToJoin(page: Page, says: string): Promise<void> {
    const calls = await recordCalls(page, stage)
    await page.goto('/business?pid=1')
    const sheet = await openOrderSheet(page)
    const question = await askToPlace(page, sheet, '10')
    await question.getByRole('button', { name: 'Yes' }).click()
    await waitForToast(page, says)
    await seen(page.getByRole('dialog', { name: 'Join' }))
    expect(await signedIn(calls, '/api/createLimitOrder')).toEqual([])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }

  test('at the sign-in, which fails', async () => {
    const page = await stage.visit({ prepare: (context) => setClock(context, stage) })
    await changeAnswers(page, stage, '/api/session', withoutKey)
    await page.goto('/')
    await page.getByRole('button', { name: 'Try with a practice wallet' }).click()
    await waitForToast(page, 'Signing in did not work. You can go on looking round and try again.')
    stage.forgive(/There was a problem signing you in/)
    await isAskedToJoin(page, DENIED)
  })

  test('after a reload', async () => {
    const page = await join()
    await changeAnswers(page, stage, '/api/session', withoutKey)
    await isAskedToJoin(page, DENIED)
    // The browser continues with its key once the house names it again.
    const calls = await recordCalls(page, stage)
    await page.goto('/business?pid=1')
    await placeInPage(page)
    expect(await signedIn(calls, '/api/createLimitOrder')).toEqual(['tickmark-order/1'])
  })

  test('after a visit during which it denied the session', async () => {
    const page = await join()
    let asked = 0
    let denied = signedOut
    await changeAnswers(page, stage, '/api/session', (json) => {
      asked += 1
      return denied(json)
    })
    await page.goto('/')
    await expect.poll(() => asked, { timeout: 60_000 }).toBe(1)
    denied = withoutKey
    await isAskedToJoin(page, DENIED)
  })

  test.each([
    ['denies it', withoutKey],
    ['denies the session', signedOut],
  ])('once the page has lost its key and asks again, and the house %s', async (_, denied) => {
    const page = await join(/so you will sign in again after a reload\.$/, keepNoKeys)
    let asked = 0
    await changeAnswers(page, stage, '/api/session', (json) => ((asked += 1) === 1 ? json : denied(json)))
    await isAskedToJoin(page, DENIED)
    expect(asked).toBe(2)
  })
})

test('an ended session leaves no key behind', async () => {
  const page = await join()
  const keys = () =>
    page.evaluate(
      () =>
        new Promise<number>((done) => {
          const request = indexedDB.open('tickmark-keys')
          request.onsuccess = () => {
            const count = request.result.transaction('keys').objectStore('keys').count()
            count.onsuccess = () => {
              request.result.close()
              done(count.result)
            }
          }
        }),
    )
  expect(await keys()).toBe(1)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(keys).toBe(0)
})

test('nobody is signed in when the house names another wallet', async () => {
  const page = await stage.visit()
  await changeAnswers(page, stage, '/api/session', (json) =>
    json.replace(/0x[0-9a-fA-F]{40}/g, `0x${'ab'.repeat(20)}`),
  )
  await page.goto('/')
  await page.getByRole('button', { name: 'Try with a practice wallet' }).click()
  await waitForToast(page, 'Signing in did not work. You can go on looking round and try again.')
  stage.forgive(/There was a problem signing you in/)
})

test('the wallet signs no text with another key than this browser’s', async () => {
  const page = await stage.visit()
  await changeAnswers(page, stage, '/api/session/challenge', (json) => json.replace('p256:A', 'p256:B'))
  await page.goto('/')
  await page.getByRole('button', { name: 'Try with a practice wallet' }).click()
  await waitForToast(page, 'Signing in did not work. You can go on looking round and try again.')
  stage.forgive(/There was a problem signing you in/)
})
