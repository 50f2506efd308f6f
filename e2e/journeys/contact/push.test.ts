import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newPerson, type Person, visitJoined } from '../../support/house/people.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const stage = setStage()

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/test-browser'

/** A browser that may show notifications, with the page's service worker active. */
async function visitWithWorker(
  prepare?: (context: BrowserContext) => Promise<unknown>,
): Promise<Person & { page: Page }> {
  const visitor = await visitJoined(stage, {
    worker: true,
    async prepare(context) {
      await context.grantPermissions(['notifications'], { origin: stage.url })
      await prepare?.(context)
    },
  })
  await visitor.page.goto('/')
  await visitor.page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  return visitor
}

/** Sends the worker a push event, as a push service would. */
async function deliver(page: Page, payload: unknown): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(devtools)
  const data = typeof payload === 'string' ? payload : JSON.stringify(payload)
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: `${stage.url}/`, registrationId, data })
  await devtools.detach()
}

function registrationOf(devtools: CDPSession): Promise<string> {
  return new Promise((resolve, reject) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      // The newest: that of an earlier visit may still be unregistering.
      const own = registrations.findLast(
        ({ scopeURL, isDeleted }) => !isDeleted && scopeURL === `${stage.url}/`,
      )
      if (own) resolve(own.registrationId)
    })
    devtools.send('ServiceWorker.enable').catch(reject)
  })
}

interface Shown {
  title: string
  body: string
  tag: string
  lang: string
  dir: string
  link: unknown
}

function shown(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications()
    return all.map(({ title, body, tag, lang, dir, data }) => {
      return { title, body, tag, lang, dir, link: (data as { link?: unknown }).link }
    })
  })
}

/**
 * Presses a notification whose data names a link, and returns the addresses that the worker opened. The worker gets
 * the event that the browser would send. Only a real press may open and focus windows, so the test records these two
 * calls instead.
 */
async function press(page: Page, link: unknown): Promise<string[]> {
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'))
  // The worker still sees a page for a while after it was left.
  const places = page.url().startsWith(stage.url) ? [page.url()] : []
  await expect.poll(() => worker.evaluate(pagesInSight)).toEqual(places)
  return worker.evaluate(async (given) => {
    interface Client {
      focus: () => Promise<unknown>
    }
    const world = self as unknown as {
      clients: { openWindow: (path: string) => Promise<null> }
      WindowClient: { prototype: Client }
    }
    const opened: string[] = []
    world.clients.openWindow = async (path) => {
      opened.push(path)
      return null
    }
    world.WindowClient.prototype.focus = async () => null
    const work: Promise<unknown>[] = []
    const event = Object.assign(new Event('notificationclick'), {
      notification: { close() {}, data: { link: given } },
      waitUntil: (one: Promise<unknown>) => work.push(one),
    })
    self.dispatchEvent(event)
    await Promise.all(work)
    return opened
  }, link)
}

/** Runs in the worker: the addresses of the windows that it finds when a notification is pressed. */
async function pagesInSight(): Promise<string[]> {
  interface Clients {
    matchAll: (given: object) => Promise<{ url: string }[]>
  }
  const { clients } = self as unknown as { clients: Clients }
  const all = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  return all.map(({ url }) => url)
}

test('the worker’s script is served as JavaScript and never cached', async () => {
  const reply = await fetch(`${stage.url}/push.js`)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toMatch(/^text\/javascript/)
  expect(reply.headers.get('cache-control')).toBe('no-cache')
})

test('a push is shown in its language, and unreadable data as a general notification', async () => {
  const { page } = await visitWithWorker()
  await deliver(page, {
    title: 'وصل السعر',
    body: 'BTC 68,000.00',
    link: '/business?pid=1',
    tag: 'alert.1',
    lang: 'ar',
    dir: 'rtl',
  })
  await expect
    .poll(() => shown(page))
    .toEqual([
      {
        title: 'وصل السعر',
        body: 'BTC 68,000.00',
        tag: 'alert.1',
        lang: 'ar',
        dir: 'rtl',
        link: '/business?pid=1',
      },
    ])
  await deliver(page, { title: 'Again', tag: 'alert.1', link: 'https://evil.example/' })
  await expect
    .poll(async () => (await shown(page)).map((one) => [one.title, one.link]))
    .toEqual([['Again', '/notification']])
  await deliver(page, 'not json')
  await deliver(page, { title: 7, body: { html: '<b>' }, tag: null, link: ['/x'] })
  await expect
    .poll(async () => (await shown(page)).map((one) => one.title).toSorted())
    .toEqual(['Again', 'Tickmark', 'Tickmark'])
})

test('pressing it navigates the open page without a reload, and never to another origin', async () => {
  const { page } = await visitWithWorker()
  await page.evaluate(() => Object.assign(window, { mark: 'kept' }))
  expect(await press(page, '/business?pid=2')).toEqual([])
  await expect.poll(() => page.title()).toBe('Detail')
  expect(new URL(page.url()).search).toBe('?pid=2')
  expect(await page.evaluate(() => (window as unknown as { mark?: string }).mark)).toBe('kept')

  const hostile = [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '',
    null,
    7,
    ['/settings'],
    { toString: '/settings' },
  ]
  for (const link of hostile) {
    await page.goto('/settings')
    await reads(page.getByRole('heading', { level: 1 }), 'Settings')
    expect(await press(page, link)).toEqual([])
    await expect.poll(() => page.url(), { message: JSON.stringify(link) }).toBe(`${stage.url}/notification`)
  }
})

test('pressing it opens a page when none is open', async () => {
  const { page } = await visitWithWorker()
  await page.goto('about:blank')
  expect(await press(page, '/alerts')).toEqual(['/alerts'])
  expect(await press(page, 'https://evil.example/')).toEqual(['/notification'])
})

test('only the user turns it on, for this browser, and it ends with the session', async () => {
  const { page, user } = await visitWithWorker(standInForPushService)
  const endpoints = async () => {
    const { data } = (await user.get('/api/getMessageSettings')).body as { data: { pushEndpoints: number } }
    return data.pushEndpoints
  }
  await page.goto('/notification?notices')
  const push = page.getByRole('switch', { name: /^Notify me while the app is closed/ })
  await seen(page.getByText(/^The browser will ask for your permission/))
  expect(await push.isChecked()).toBe(false)
  await push.click()
  await seen(page.getByText('This browser shows a notification.'))
  await expect.poll(endpoints).toBe(1)
  await page.reload()
  await seen(page.getByText('This browser shows a notification.'))
  await push.click()
  await seen(page.getByText(/^The browser will ask for your permission/))
  await expect.poll(endpoints).toBe(0)
  // The page is left while it still waits for the answer.
  await page.route('**/api/addPush', async (route) => {
    await route.fetch()
    await new Promise(() => {})
  })
  await push.click()
  await expect.poll(endpoints).toBe(1)
  await page.goto('/settings')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await gone(page.getByRole('alertdialog'))
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('stand-in'))).toBeNull()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('push'))).toBeNull()
  expect(await page.getByRole('dialog', { name: 'Join' }).count()).toBe(0)
  const subscribed = stage.database.database.db.selectFrom('push_subscription').selectAll()
  await expect.poll(() => subscribed.where('endpoint', '=', ENDPOINT).execute()).toEqual([])
})

test('it ends when the user changes: another user of this browser does not get it', async () => {
  const { page } = await visitWithWorker(standInForPushService)
  const isOn = () =>
    page.evaluate(() => sessionStorage.getItem('stand-in') !== null || localStorage.getItem('push') !== null)
  const switchOn = async () => {
    await page.goto('/notification?notices')
    await page.getByRole('switch', { name: /^Notify me while the app is closed/ }).click()
    await seen(page.getByText('This browser shows a notification.'))
  }
  await page.clock.install()
  await switchOn()
  await page.clock.runFor(2_500)
  expect(await isOn()).toBe(true)
  const second = await newPerson(stage)
  const cookies = [...second.user.cookies].map(([name, value]) => ({ name, value, url: stage.url }))
  await page.context().addCookies(cookies)
  await page.evaluate(() => localStorage.removeItem('address'))
  await page.goto('/')
  await expect.poll(isOn, { timeout: 150_000 }).toBe(false)

  await switchOn()
  // The state left behind when a page is closed while it turns push on.
  await page.evaluate((endpoint) => {
    localStorage.setItem('push', JSON.stringify({ address: '0x1', endpoint }))
  }, ENDPOINT)
  await page.reload()
  await expect.poll(isOn, { timeout: 150_000 }).toBe(false)
  expect(await page.getByRole('dialog', { name: 'Join' }).count()).toBe(0)
})

test('a push service that does not answer leaves it off, and says so', async () => {
  const { page } = await visitWithWorker()
  await page.goto('/notification?notices')
  const push = page.getByRole('switch', { name: /^Notify me while the app is closed/ })
  await push.click()
  await seen(page.getByText(/^The browser’s push service did not answer/))
  expect(await push.isChecked()).toBe(false)
  stage.forgive(/Push API in incognito/)
})

test('the settings say so when push is blocked or unsupported', async () => {
  // Granting one permission denies all others.
  const prepare = (context: BrowserContext) => context.grantPermissions(['geolocation'])
  const blocked = await visitJoined(stage, { worker: true, prepare })
  await blocked.page.goto('/')
  await blocked.page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await blocked.page.goto('/notification?notices')
  await seen(blocked.page.getByText(/^Notifications of this site are blocked/))
  const without = await visitJoined(stage)
  await without.page.goto('/notification?notices')
  await seen(without.page.getByText(/^This browser cannot do it here/))
})

/** The test's browser has no push service; this substitute returns a well-formed subscription. */
async function standInForPushService(context: BrowserContext): Promise<void> {
  await context.addInitScript((endpoint) => {
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const subscription = {
      endpoint,
      toJSON: () => ({ endpoint, keys }),
      async unsubscribe() {
        sessionStorage.removeItem('stand-in')
        return true
      },
    }
    Object.assign(PushManager.prototype, {
      async subscribe() {
        sessionStorage.setItem('stand-in', 'on')
        return subscription
      },
      getSubscription: async () => (sessionStorage.getItem('stand-in') ? subscription : null),
    })
  }, ENDPOINT)
}
