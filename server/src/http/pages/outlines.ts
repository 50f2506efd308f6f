import type { PublicConfig } from '@tickmark/wire/config'
import { encodeFrame } from '@tickmark/wire/legacy/codec'
import type { Frame } from '@tickmark/wire/live/socket'
import * as z from 'zod/mini'

/** An outline as the build writes it: the content of a document until its script runs. */
const outlineList = z.array(
  z.object({
    path: z.string(),
    /** The coin of a coin's screen, whose outline has a `{price}`. */
    pid: z.nullable(z.int()),
    mode: z.enum(['sandbox', 'live']),
    /** Flags that it follows; null for a screen that follows none. */
    flags: z.nullable(z.object({ wallet: z.boolean(), arbitrage: z.boolean() })),
    html: z.string(),
  }),
)

/** Supplies the changing parts of outlines. */
export interface OutlineSource {
  publicConfig(): PublicConfig
  /** A coin's frame, as the live socket would send it to a visitor; null for an unknown coin or without a price. */
  coinFrame(pid: number): Extract<Frame, { type: 2 }> | null
}

/** The content of a document's `#root`. */
export interface FilledOutline {
  /** Its sources: the screen and, after an `@`, the tick, if it shows one. */
  key: string
  /** For a page's text. */
  fill(page: string): string
}

const ROOT = '<div id="root"></div>'
const SCRIPT = '<link rel="modulepreload" '
/** A window without an outline (app.css) needs its scripts at once. */
const WIDE = 'media="(min-width: 768px)" '

/** Finds the outline of a requested address, with the price of this moment; null for a screen without one. */
export function outlinesOf(list: Buffer, source: OutlineSource): (target: URL) => FilledOutline | null {
  const all = outlineList.parse(JSON.parse(list.toString()))
  return ({ pathname, searchParams }) => {
    const { mode, flags } = source.publicConfig()
    const path = pathname.replace(/(?<=.)\/$/, '')
    const asked = Number(searchParams.get('pid') ?? 1)
    const found = all.find(
      (one) =>
        one.path === path &&
        one.mode === mode &&
        (one.pid === null || one.pid === asked) &&
        (!one.flags || (one.flags.wallet === flags.wallet && one.flags.arbitrage === flags.arbitrage)),
    )
    if (!found) return null
    if (found.pid === null) return { key: path, fill: (page) => outlined(page, root('', found.html)) }
    const frame = source.coinFrame(found.pid)
    if (!frame?.data.baseInfo.open) return null
    const html = found.html.replace('{price}', grouped(frame.data.baseInfo.price))
    const data = ` data-frame="${escaped(JSON.stringify(encodeFrame(frame)))}"`
    return {
      key: `${path} ${found.pid}@${frame.asOf}`,
      fill: (page) => outlined(page, root(data, html)),
    }
  }
}

/**
 * The page with its outline. On a phone its scripts would only delay the style sheet that the outline waits for:
 * `look.js` asks for them once the outline is drawn, or at once where it shows none.
 */
function outlined(page: string, content: string): string {
  return page.replaceAll(SCRIPT, SCRIPT + WIDE).replace(ROOT, () => content)
}

/** Inert: nothing answers a tap or a key before the script runs. */
function root(data: string, html: string): string {
  return `<div id="root"${data}><div class="outline" inert aria-hidden="true">${html}</div></div>`
}

/** "67412.50" as "67,412.50", as the page writes it in English. */
function grouped(price: string): string {
  const [whole = '', ...rest] = price.split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
