// Part of the page's service worker: what Workbox does not write. Shows pushed messages as notifications, and opens the
// page that they link to.

// Requests to the house pass the worker by: they do not wait until it starts, and a newer worker does not wait for them.
self.addEventListener('install', (event) => {
  if (!event.addRoutes) return
  const routes = ['/api/*', '/log/*', '/media/*', '/config.json'].map((pathname) => ({
    condition: { urlPattern: new URLPattern({ pathname }) },
    source: 'network',
  }))
  event.waitUntil(event.addRoutes(routes).catch(() => {}))
})

self.addEventListener('push', (event) => {
  const { title, body, link, tag, lang, dir } = messageOf(event.data)
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      lang,
      dir,
      ...(tag && { tag }),
      icon: '/icons/tickmark-192.png',
      badge: '/icons/tickmark-192.png',
      data: { link },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(pathOf(event.notification.data?.link)))
})

/**
 * Parses pushed data; every field gets the right type. Browsers require a notification for every push, so something is
 * always shown.
 */
function messageOf(data) {
  let given = {}
  try {
    given = Object(data?.json())
  } catch {
    // Not our format, or truncated.
  }
  const text = (value, most) => (typeof value === 'string' ? value.slice(0, most) : '')
  return {
    title: text(given.title, 120) || 'Tickmark',
    body: text(given.body, 400),
    tag: text(given.tag, 120),
    lang: text(given.lang, 12),
    dir: given.dir === 'rtl' ? 'rtl' : 'ltr',
    link: pathOf(given.link),
  }
}

/** A path of our own origin; any other address becomes the messages page. */
function pathOf(link) {
  try {
    const url = new URL(String(link), self.location.origin)
    const isOurs =
      typeof link === 'string' && /^\/(?![/\\])/.test(link) && url.origin === self.location.origin
    if (isOurs) return url.pathname + url.search + url.hash
  } catch {
    // Not an address.
  }
  return '/notification'
}

/** An open page navigates by itself, so that unsaved input is kept; without an open page, opens one. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const pages = windows.filter(isApp)
  const page = pages.find((one) => one.visibilityState === 'visible') ?? pages[0]
  if (!page) return self.clients.openWindow(path)
  try {
    await page.focus()
  } catch {
    return self.clients.openWindow(path)
  }
  page.postMessage({ type: 'OPEN', path })
}

/** Frames inside a page and the documentation do not listen to the worker. */
function isApp(page) {
  return page.frameType === 'top-level' && !/^\/(docs|console|verify)(\/|$)/.test(new URL(page.url).pathname)
}
