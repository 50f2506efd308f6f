// Before the first paint: theme, colours, language, direction (their keys: ui/look.ts, session/session.ts).
// Beside the first script: the socket of a page that names one (taken over by live/socket.ts).
;(function () {
  var root = document.documentElement
  var tags = { english: 'en', japanese: 'ja', korean: 'ko', arab: 'ar', chinese: 'zh-Hans' }
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
    if (updown) root.dataset.updown = updown
    if (lang) {
      root.lang = lang
      root.dir = lang === 'ar' ? 'rtl' : 'ltr'
    }
  } catch {
    // Storage is blocked: use the system's theme and English.
  }
  var path = document.currentScript.dataset.socket
  if (path) window.firstSocket = new WebSocket(location.origin.replace('http', 'ws') + path)
})()
