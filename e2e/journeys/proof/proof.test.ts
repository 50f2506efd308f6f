import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWatching } from '../../support/house/keptHeads.ts'
import { axeFindings, cutTexts, waitUntilStill, shoot } from '../../support/page/looks.ts'
import { otherLog } from '../../support/house/otherLog.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { PRACTICE_READY, waitForToast } from '../../support/page/toasts.ts'
import { placeInPage } from '../../support/page/trade.ts'

const stage = setStage()
let folder = ''
let owner: Page
let orderId = ''
/** The link as copied by the owner, and the file as saved by him. */
let link = ''
let file = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tickmark-proof-'))
  owner = await stage.visit()
  await owner.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await owner.goto('/')
  await owner.getByRole('button', { name: 'Try with a practice wallet' }).click()
  await waitForToast(owner, PRACTICE_READY)
  await owner.goto('/business?pid=1')
  const placed = await placeInPage(owner)
  orderId = placed.orderId
  await stage.jump(62_000)
  await owner.goto(`/receipt/${orderId}`)
  await seen(owner.getByText('Checked on this phone'))
  link = await shareLink()
  file = await saveFile(owner)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function shareLink(): Promise<string> {
  await owner.getByRole('button', { name: 'Share link' }).click()
  await waitForToast(owner, 'The link is copied.')
  return owner.evaluate(() => navigator.clipboard.readText())
}

async function saveFile(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save file' }).click()
  const download = await downloading
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  return path
}

const stepsOf = (page: Page) => page.getByRole('list', { name: 'What was checked' }).getByRole('listitem')

describe('a link', () => {
  test('shows a stranger the verdict of his own device, and nothing that identifies the owner', async () => {
    const page = await stage.visit({ fresh: true })
    const heard: string[] = []
    page.on('response', async (answer) => {
      if (answer.url().includes('/api/')) heard.push(await answer.text().catch(() => ''))
    })
    await page.goto(link)
    await seen(page.getByText('The result holds'))
    await reads(page.getByRole('heading', { level: 1 }), 'Shared receipt')
    const texts = await stepsOf(page).allInnerTexts()
    expect(texts.filter((one) => one.startsWith('not shown'))).toHaveLength(1)
    expect(texts.filter((one) => one.startsWith('does not hold'))).toEqual([])
    await seen(
      page.getByText(/^The keys that this house shows now\. This device sees its log for the first time/),
    )
    await seen(page.getByText('The log that the sender of this link saw is the one that this device sees.'))
    const { address } = await owner.evaluate(
      () => JSON.parse(localStorage.getItem('session') ?? '{}') as { address: string },
    )
    expect(address).toMatch(/^0x/)
    for (const text of [...heard, await page.content()])
      expect(text.toLowerCase()).not.toContain(address.toLowerCase())
    await waitUntilStill(page)
    await shoot(page, 'proof light')
    // On a later visit, the device already knows the log's keys.
    await page.goto('/')
    await startWatching(page)
    await page.goto(link)
    await seen(page.getByText(/^The keys of the log that this device has watched since/))
  })

  test('opens again offline, once loaded', async () => {
    const page = await stage.visit({ worker: true })
    await page.goto(link)
    await seen(page.getByText('The result holds'))
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
    await page.goto(link)
    await seen(page.getByText('The result holds'))
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const names = await caches.keys()
          const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
          return kept.flat().length
        }),
      )
      .toBeGreaterThan(20)
    await page.context().setOffline(true)
    await page.goto('about:blank')
    await page.goto(link)
    await seen(page.getByText('The result holds'))
  })

  test('with a head of another history raises the alarm, with evidence', async () => {
    const size = (stage.app.market.head()?.size ?? 0) - 5
    const rows = await stage.app.market.entriesBetween(size - 5, size)
    const other = await otherLog(stage, size, rows.find(({ kind }) => kind === 'tick')?.seq)
    const page = await stage.visit({ fresh: true })
    await page.goto(`${link.split('#')[0]}#head=${Buffer.from(other.note).toString('base64url')}`)
    await seen(page.getByRole('alert', { name: 'Public price log' }))
    await seen(
      page.getByText(
        'The log in this link is not the one that this device sees. Ask the sender for the file.',
      ),
    )
    await seen(page.getByRole('button', { name: 'Save the evidence' }))
  })

  test('with a made-up head only says that the head is not of this log', async () => {
    const page = await stage.visit({ fresh: true })
    await page.goto(`${link.split('#')[0]}#head=${Buffer.from('x\n1\ny\n\n— x z\n').toString('base64url')}`)
    await seen(page.getByText('The result holds'))
    await seen(
      page
        .getByText('The log in this link could not be compared now.')
        .or(page.getByText(/^The log in this link is not/)),
    )
    expect(await page.getByRole('alert', { name: 'Public price log' }).count()).toBe(0)
  })

  test('stops working when the sharing ends, and a new one has another name', async () => {
    const before = link
    await owner.reload()
    await owner.getByRole('button', { name: 'Stop sharing' }).click()
    await waitForToast(owner, 'The link shows nothing any more.')
    await gone(owner.getByRole('button', { name: 'Stop sharing' }))
    const page = await stage.visit({ fresh: true })
    await page.goto(before)
    await seen(page.getByText('No receipt is shared here'))
    stage.forgive(/404.*getSharedReceipt/)
    link = await shareLink()
    expect(link.split('#')[0]).not.toBe(before.split('#')[0])
  })
})

describe('the saved file', () => {
  const open = async (path: string, theme: 'light' | 'dark' = 'light') => {
    const page = await stage.visit({ theme, fresh: true })
    await page.context().setOffline(true)
    await page.goto(pathToFileURL(path).href)
    return page
  }

  test('verifies itself from disk, without a network, and shows the hash of its script', async () => {
    const page = await open(file)
    await seen(page.getByText('This receipt holds'))
    await seen(page.getByText('Do not take this file’s word for it'))
    const { release } = JSON.parse(await (await fetch(`${stage.url}/config.json`)).text()) as {
      release: { script: string; verifier: string }
    }
    await reads(page.locator('#script-hash'), release.script)
    expect(await page.locator('#steps li').count()).toBe(13)
    expect(await axeFindings(page)).toEqual([])
    expect(await cutTexts(page)).toEqual([])
    await shoot(page, 'file light')
    expect(readFileSync(file).length).toBeLessThanOrEqual(136 * 1024)
  })

  test('reports a change of any part of its data', async () => {
    const text = readFileSync(file, 'utf8')
    for (const [at, field] of ['payout', 'stake', 'entryPrice', 'size'].entries()) {
      const spoilt = join(folder, `spoilt ${at}.html`)
      const changed = text.replace(
        new RegExp(`("${field}":"?)(\\d)`),
        (_all, head: string, digit: string) => {
          return `${head}${digit === '9' ? 8 : Number(digit) + 1}`
        },
      )
      if (changed === text) continue
      writeFileSync(spoilt, changed)
      const page = await open(spoilt, 'dark')
      await seen(page.getByText('This receipt does not hold'))
      if (at === 0) await shoot(page, 'file broken dark')
    }
  })

  test('in Arabic reads from right to left, in both themes', async () => {
    const cookies = await owner.context().cookies()
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${stage.url}/api/receiptFile/${orderId}?language=arab`, {
      headers: { cookie },
    })
    const path = join(folder, 'arab.html')
    writeFileSync(path, await answer.text())
    for (const theme of ['light', 'dark'] as const) {
      const page = await open(path, theme)
      await seen(page.getByText('هذا الإيصال صحيح'))
      expect(await axeFindings(page)).toEqual([])
      expect(await cutTexts(page)).toEqual([])
      await shoot(page, `file arab ${theme}`)
    }
  })

  test('is checked on the public page when chosen or dropped there, and never uploaded', async () => {
    const page = await stage.visit({ fresh: true })
    await page.goto('/r')
    await seen(page.getByRole('heading', { name: 'Check a receipt' }))
    await waitUntilStill(page)
    await shoot(page, 'proof empty')
    const sent: string[] = []
    page.on('request', (request) => void sent.push(request.postData() ?? ''))
    await page.getByLabel('Choose a file').setInputFiles(file)
    await seen(page.getByText('This receipt holds'))
    await seen(page.getByText('From a file on this device. It was not uploaded.'))
    const spoilt = readFileSync(file, 'utf8').replace(/("payout":")\d/, '$19')
    await drop(page, 'spoilt.html', spoilt)
    await seen(page.getByText('This receipt does not hold'))
    const json = /id="receipt">(.*?)<\/script>/.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
    await drop(page, 'receipt.json', json)
    await seen(page.getByText('This receipt holds'))
    await drop(page, 'other.html', '<p>nothing</p>')
    await waitForToast(page, 'There is no receipt in this file.')
    await drop(page, 'earlier.json', json.replace('tickmark-receipt/4', 'tickmark-receipt/3'))
    await waitForToast(page, 'This receipt has an earlier format. The verify.mjs of its time checks it.')
    // Another visit of the page starts over: its finding about the first file does not apply to this one.
    await page.evaluate(() => history.pushState(null, '', '/settings'))
    await seen(page.getByText('Theme'))
    await page.evaluate(() => history.pushState(null, '', '/r'))
    await seen(page.getByRole('heading', { name: 'Check a receipt' }))
    await drop(page, 'spoilt.html', spoilt)
    await seen(page.getByText('This receipt does not hold'))
    expect(sent.filter((one) => one.includes('ticketProof'))).toEqual([])
  })
})

async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([title = '', content = '']) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], title))
      return transfer
    },
    [name, text],
  )
  await page.getByRole('region', { name: 'Check a receipt' }).dispatchEvent('drop', { dataTransfer: data })
}

test('a picture of the receipt is saved where the device cannot share it', async () => {
  await owner.goto(`/receipt/${orderId}`)
  await seen(owner.getByText('Checked on this phone'))
  await waitUntilStill(owner)
  await shoot(owner, 'owner light')
  const downloading = owner.waitForEvent('download')
  await owner.getByRole('button', { name: 'Share a picture' }).click()
  const path = join(process.env['E2E_SHOTS'] ?? folder, 'picture.png')
  await (await downloading).saveAs(path)
  const picture = readFileSync(path)
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  // The entry is a dot of 530 pixels on the line, which has another colour.
  expect(await brandPixels(owner, picture.toString('base64'))).toBeGreaterThan(400)
})

/** Pixels of the page's leading colour where a picture of a receipt has its line. */
function brandPixels(page: Page, picture: string): Promise<number> {
  return page.evaluate(async (content) => {
    const image = new Image()
    image.src = `data:image/png;base64,${content}`
    await image.decode()
    const pen = Object.assign(document.createElement('canvas'), { width: 1080, height: 1080 }).getContext(
      '2d',
    )
    if (!pen) throw new Error('this browser draws nothing')
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--brand)'
    pen.fillStyle = getComputedStyle(probe).color
    pen.fillRect(0, 0, 1, 1)
    const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data
    probe.remove()
    pen.drawImage(image, 0, 0)
    const { data } = pen.getImageData(0, 480, 1080, 330)
    let count = 0
    for (let i = 0; i < data.length; i += 4)
      if (data[i] === red && data[i + 1] === green && data[i + 2] === blue) count++
    return count
  }, picture)
}
