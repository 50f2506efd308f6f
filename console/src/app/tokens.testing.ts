/**
 * What static markup shows, in the order of the page: its texts; `[name]` for an accessible name; `«typed»` in a field; `● ` before
 * what is chosen; `off` before what is disabled; `(good)` before what has a tone; `→ /orders` for where a link leads.
 */
export function tokensOf(markup: string): string[] {
  return markup
    .split(/(<[^>]*>)/)
    .flatMap((piece) => (piece.startsWith('<') ? marksOf(piece) : [plain(piece)]))
    .filter((token) => token !== '')
}

function marksOf(tag: string): string[] {
  const of = (name: string) => {
    const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
    return value === undefined ? undefined : plain(value)
  }
  const has = (name: string) => of(name) !== undefined
  const [, element] = /^<(\w+)/.exec(tag) ?? []
  if (element === undefined) return []
  const isBox = of('type') === 'checkbox' || of('type') === 'radio'
  return [
    element === 'a' ? `→ ${of('href')}` : '',
    element === 'img' ? `${of('alt')} ← ${of('src')}` : '',
    has('disabled') ? 'off' : '',
    has('selected') || of('aria-selected') === 'true' || has('aria-current') ? '●' : '',
    has('aria-label') ? `[${of('aria-label')}]` : '',
    has('aria-valuenow') ? `${of('aria-valuenow')} %` : '',
    isBox ? (has('checked') ? '☑' : '☐') : '',
    element === 'input' && !isBox && has('value') ? `«${of('value')}»` : '',
    has('maxLength') || has('maxlength') ? `≤ ${of('maxLength') ?? of('maxlength')}` : '',
    toneOf(of('class') ?? ''),
  ]
}

/** The tone of a badge or a button, and of a text that warns or has a direction. */
function toneOf(classes: string): string {
  const [, badge] = /rounded-full .*\bbg-(?:(\w+)-wash|well)\b/.exec(classes) ?? []
  if (/\bleading-tight\b/.test(classes)) return `(${badge ?? 'plain'})`
  const [, text] = /(?:^| )(?:text|bg)-(wrong|up|down)(?: |$)/.exec(classes) ?? []
  return text === undefined || classes.includes('hidden') ? '' : `(${text})`
}

function plain(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: keyof typeof MARKS) => MARKS[name]).trim()
}

const MARKS = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
