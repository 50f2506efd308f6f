// Before the first paint: theme, colours, language, direction (their keys: base/theme.ts, session/session.ts).
// Beside the first script: the socket of a page that names one (taken over by live/socket.ts).
// After the outline (app/outline) is drawn: the scripts.
;(function () {
  var root = document.documentElement
  var tags = { english: 'en', japanese: 'ja', korean: 'ko', arab: 'ar', chinese: 'zh-Hans' }
  var isOutlined = true
  try {
    var theme = localStorage.getItem('theme')
    var updown = localStorage.getItem('updown')
    var lang = tags[localStorage.getItem('language')]
    if (theme === 'paper' || theme === 'ink') {
      root.dataset.theme = theme
      document.querySelectorAll('meta[name="theme-color"]').forEach(function (meta) {
        meta.content = theme === 'ink' ? '#0c0e12' : '#f7f4ec'
      })
    }
    isOutlined =
      (!lang || lang === 'en') &&
      !/[?&](tab|news|period)=/.test(location.search) &&
      localStorage.getItem('sandboxBanner') === null &&
      (location.pathname !== '/' || localStorage.getItem('address') === null)
    if (updown) root.dataset.updown = updown
    if (lang) {
      root.lang = lang
      root.dir = lang === 'ar' ? 'rtl' : 'ltr'
    }
  } catch {
    // Storage is blocked: use the system's theme and English.
  }
  var own = document.currentScript.dataset
  if (own.socket) window.firstSocket = new WebSocket(location.origin.replace('http', 'ws') + own.socket)
  if (!own.main) return
  var [arrival] = performance.getEntriesByType('navigation')
  // From the history comes an old document.
  var isShown = isOutlined && arrival?.type !== 'back_forward'
  if (isShown) root.dataset.outline = ''
  // Asks for the scripts that an outlined document holds back from a phone. Only an inserted link is followed.
  function ask() {
    document.querySelectorAll('link[rel="modulepreload"][media]').forEach(function (link) {
      link.removeAttribute('media')
      document.head.append(link)
    })
  }
  function begin() {
    ask()
    void evaluate()
  }
  // Each script in a task of its own, so that the browser can answer in between.
  async function evaluate() {
    try {
      for (var { href } of document.querySelectorAll('link[rel="modulepreload"]')) {
        await import(href)
        if (href.endsWith(own.main)) break
      }
    } catch {
      // Nothing would answer a tap.
      delete root.dataset.outline
    }
  }
  addEventListener('DOMContentLoaded', function () {
    if (!isShown) ask()
    // Hidden pages draw nothing, and some late.
    if (document.hidden) begin()
    requestAnimationFrame(function () {
      setTimeout(begin)
    })
  })
  addEventListener('load', function () {
    setTimeout(begin, 1000)
  })
})()
