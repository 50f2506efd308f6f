// Sets theme, up/down colours, language and direction before the first paint. The same keys as src/ui/look.ts.
;(function () {
  var root = document.documentElement
  try {
    var theme = localStorage.getItem('tickmark.theme')
    var updown = localStorage.getItem('tickmark.updown')
    var lang = localStorage.getItem('tickmark.lang')
    if (theme === 'paper' || theme === 'ink') root.dataset.theme = theme
    if (updown) root.dataset.updown = updown
    if (lang) {
      root.lang = lang
      root.dir = lang.slice(0, 2) === 'ar' ? 'rtl' : 'ltr'
    }
  } catch {
    // Storage is closed to us: the system's theme and English it is.
  }
})()
