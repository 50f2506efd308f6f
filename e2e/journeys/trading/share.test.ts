import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { caller, signIn, wallet } from '@tickmark/server/app/app.testing'
import { waitForConnection } from '../../support/house/inbox.ts'
import { type Person, visitJoined } from '../../support/house/people.ts'
import { reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { PRACTICE_READY, waitForToast, toastsOn } from '../../support/page/toasts.ts'
import { injectEthereum } from '../../support/stage/wallets.ts'

const stage = setStage()
let friends = 800

/** A user who joins with an invite code, over HTTP. */
async function joinBy(code: string): Promise<string> {
  const account = wallet(++friends)
  const friend = caller(() => stage.url)
  await signIn(friend, account)
  const { status } = await friend.post('/api/register', { json: { inviteCode: code } })
  expect(status).toBe(200)
  return account.address
}

async function codeOf({ user }: Person): Promise<string> {
  return ((await user.get('/api/modify_user')).body.data as { myCode: string }).myCode
}

const code = (page: Page) => page.getByRole('region', { name: 'Your code' })
const link = (page: Page) => page.getByRole('region', { name: 'Your link' })
const invited = (page: Page) => page.getByRole('list', { name: 'Joined by your link' }).getByRole('listitem')

describe('the share page', () => {
  test('[MSG-05] shows the user’s code, its link and QR code, and says that invitations earn nothing', async () => {
    const person = await visitJoined(stage)
    const { page } = person
    const own = await codeOf(person)
    await page.goto('/share')
    await reads(code(page), `Your code ${own}`)
    await reads(link(page), `Your link ${stage.url}/?code=${own}`)
    await seen(page.getByRole('img', { name: 'QR code of your link' }))
    await seen(page.getByText(/^Inviting earns nothing/))
    await seen(page.getByText('Nobody yet'))
  })

  test('[MSG-05] copies code and link, and says so; a browser that does not allow it is told', async () => {
    const person = await visitJoined(stage)
    const { page } = person
    const own = await codeOf(person)
    await page.goto('/share')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await code(page).getByRole('button', { name: 'Copy' }).click()
    await waitForToast(page, 'Copied')
    expect(await copied()).toBe(own)
    await link(page).getByRole('button', { name: 'Copy' }).click()
    await expect.poll(copied).toBe(`${stage.url}/?code=${own}`)
    await page.reload()
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
    })
    await link(page).getByRole('button', { name: 'Copy' }).click()
    await waitForToast(page, 'The browser did not allow copying')
  })

  test('[MSG-05] shares the link through the device where possible, and accepts a cancellation', async () => {
    const person = await visitJoined(stage, { prepare: recordShares })
    const { page } = person
    const own = await codeOf(person)
    await page.goto('/share')
    const button = await seen(page.getByRole('button', { name: 'Share the link' }))
    await button.click()
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared))
      .toEqual([{ title: 'Tickmark', text: 'Join me on Tickmark', url: `${stage.url}/?code=${own}` }])
    await page.evaluate(() => {
      navigator.share = () => Promise.reject(new DOMException('closed', 'AbortError'))
    })
    await button.click()
    await page.evaluate(() => {
      navigator.share = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await button.click()
    await expect.poll(() => toastsOn(page)).toEqual(['The link could not be shared. You can copy it.'])
  })

  test.each([
    ['/business?pid=2', '/business?pid=2&code='],
    ['/?news=1', '/?news=1&code='],
  ])('[MSG-05] leads to %s when its address names that place', async (place, start) => {
    const person = await visitJoined(stage)
    await person.page.goto(`/share/${encodeURIComponent(place)}`)
    await reads(link(person.page), `Your link ${stage.url}${start}${await codeOf(person)} It opens ${place}`)
  })

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', 'friend'])(
    '[MSG-05] shares the start page when its address names no path of ours: %j',
    async (place) => {
      const person = await visitJoined(stage)
      await person.page.goto(`/share/${encodeURIComponent(place)}`)
      await reads(link(person.page), `Your link ${stage.url}/?code=${await codeOf(person)}`)
      expect(await person.page.getByText('It opens').count()).toBe(0)
    },
  )

  test('lists the users who joined by it, the latest first, live', async () => {
    const person = await visitJoined(stage)
    const own = await codeOf(person)
    await person.page.goto('/share')
    await seen(person.page.getByText('Nobody yet'))
    await waitForConnection(stage, person)
    const first = await joinBy(own)
    await reads(invited(person.page), new RegExp(`…${first.slice(-4)}.*2026`, 'i'))
    const second = await joinBy(own)
    await expect.poll(() => invited(person.page).count(), { timeout: 150_000 }).toBe(2)
    await reads(invited(person.page).nth(0), new RegExp(`…${second.slice(-4)}`, 'i'))
    await reads(invited(person.page).nth(1), new RegExp(`…${first.slice(-4)}`, 'i'))
  })

  test('leads a visitor from the link to its path, and then adds him to the list', async () => {
    const person = await visitJoined(stage)
    await person.page.goto(`/share/${encodeURIComponent('/business?pid=2')}`)
    await seen(link(person.page))
    const href = (await link(person.page).locator('bdi').innerText()).trim()
    const visitor = await stage.visit({ prepare: (context) => injectEthereum(context) })
    await visitor.goto(href)
    await seen(visitor.getByRole('heading', { name: /Ethereum/ }))
    await visitor.goto('/account')
    await visitor.getByRole('main').getByRole('button', { name: 'Join' }).click()
    await visitor.getByRole('button', { name: 'Continue with Test Wallet' }).click()
    await waitForToast(visitor, PRACTICE_READY)
    await person.page.reload()
    await expect.poll(() => invited(person.page).count()).toBe(1)
  })

  test('explains itself to a visitor, and lets him join', async () => {
    const page = await stage.visit()
    await page.goto('/share')
    await seen(page.getByText('Join to get a code and a link of your own.'))
    await page.getByRole('main').getByRole('button', { name: 'Join' }).click()
    await seen(page.getByRole('dialog', { name: 'Join', exact: true }))
  })

  test('says that the code did not load, and loads it with the next try', async () => {
    const { page } = await visitJoined(stage)
    await page.route('**/api/modify_user?*', (route) => route.abort())
    await page.goto('/share')
    await seen(page.getByText('Your code did not load'))
    await page.unroute('**/api/modify_user?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await seen(code(page))
    stage.forgive(/modify_user|ERR_FAILED/)
  })
})

/** A device with a system share sheet, as on phones. */
function recordShares(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const shared: ShareData[] = []
    Object.assign(window, { shared })
    navigator.share = async (data) => {
      if (data) shared.push(data)
    }
  })
}
