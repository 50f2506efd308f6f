import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'

/** Findings of axe (WCAG 2.2 AA and best practices), one line each. */
export async function axeFindings(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  if (rules) axe.withRules(rules)
  // A page in a frame has its own landmarks: their names may equal those of the outer page.
  else if (page.frames().length > 1) axe.disableRules('landmark-unique')
  // Without frames, axe does not need a second page to merge the findings.
  if (page.frames().length === 1) axe.setLegacyMode(true)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 160)}`),
  )
}

/**
 * Reports a page that scrolls sideways, every text that is cut or lies beyond the page's edge, every Arabic date that is
 * forced left to right, which turns its parts around, and every figure that is shown or read out as raw digits.
 */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(findCut)
}

/** Runs in the page. */
function findCut(): string[] {
  const found: string[] = []
  const width = document.documentElement.clientWidth
  const root = document.scrollingElement ?? document.documentElement
  if (root.scrollWidth > width + 1) found.push(`the page is ${root.scrollWidth} px wide on ${width} px`)

  function isShown(node: Element): boolean {
    if (node.closest('[inert], .sr-only')) return false
    const { visibility, opacity, display } = getComputedStyle(node)
    return visibility !== 'hidden' && opacity !== '0' && display !== 'none'
  }

  /** Only rows of choices may extend beyond the edge. */
  function scrollsSideways(node: Element): boolean {
    const row = node.closest('[role=radiogroup], [role=tablist]')
    return row !== null && /auto|scroll/.test(getComputedStyle(row).overflowX)
  }

  const raws = [
    // More decimals than money has, or an amount whose thousands are not grouped.
    /\d\.\d{9}|(?<![\w.,…])\d{4,}(?:\.\d+)?[\s\u2069]?(?:%|(?:USDT|USDC|ETH|BTC|TRX|BNB|SOL)(?!\w))|\$\d{4}/,
    // Digits that are not Latin, and what a program writes of a number.
    /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]|\bNaN\b|Infinity|(?<![\w.-])\d+(?:\.\d+)?e[+-]\d+(?![\w-])/,
  ]
  const seekRaw = (text: string) => {
    if (raws.some((one) => one.test(text))) found.push(`raw digits: ${text.slice(0, 80)}`)
  }
  for (const node of document.querySelectorAll(
    '[aria-label], [aria-valuetext], [aria-valuenow], [title], [alt]',
  )) {
    for (const name of ['aria-label', 'aria-valuetext', 'title', 'alt'])
      seekRaw(node.getAttribute(name) ?? '')
    if (!node.hasAttribute('aria-valuetext')) seekRaw(node.getAttribute('aria-valuenow') ?? '')
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const owner = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!owner || text === '' || !isShown(owner) || /^(SCRIPT|STYLE|TITLE)$/i.test(owner.tagName)) continue
    // A text that is signed stands as it is.
    if (!owner.closest('pre')) seekRaw(text)
    const isForced = getComputedStyle(owner).direction === 'ltr' ? /\u200f/ : /\u2066[^\u2069]*\u200f/
    if (isForced.test(text)) found.push(`turned around: ${text.slice(0, 60)}`)
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width <= 1 || box.height <= 1) continue
    if ((box.left < -1 || box.right > width + 1) && !scrollsSideways(owner)) {
      found.push(
        `beyond the edge (${Math.round(box.left)} to ${Math.round(box.right)}): ${text.slice(0, 60)}`,
      )
    }
    for (let at: Element | null = owner; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at)
      const frame = at.getBoundingClientRect()
      const isClipped = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      if (frame.width <= 1) break
      if (isClipped(overflowX) && (box.left < frame.left - 2 || box.right > frame.right + 2)) {
        found.push(`cut sideways: ${text.slice(0, 60)}`)
      } else if (
        isClipped(overflowY) &&
        box.bottom > frame.bottom + 2 &&
        at.scrollHeight > at.clientHeight + 2
      ) {
        found.push(`cut below: ${text.slice(0, 60)}`)
      }
    }
  }
  return [...new Set(found)]
}

/** Reports words in a drawing that leave its card, lie over others, or are broken in two. */
export function badlyDrawn(card: Locator): Promise<string[]> {
  return card.evaluate(findBadlyDrawn)
}

/** Runs in the page. */
function findBadlyDrawn(card: Element): string[] {
  const frame = card.getBoundingClientRect()
  const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
  const words: { text: string; box: DOMRect }[] = []
  const found: string[] = []
  while (texts.nextNode()) {
    const node = texts.currentNode
    for (const { 0: text, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + text.length)
      const box = range.getBoundingClientRect()
      if (box.width === 0) continue
      const isBroken = new Set([...range.getClientRects()].map((one) => Math.round(one.top))).size > 1
      if (isBroken && !/[\u2e80-\uffff]/.test(text)) found.push(`broken: ${text}`)
      if (box.left < frame.left || box.right > frame.right) found.push(`outside its card: ${text}`)
      words.push({ text, box })
    }
  }
  for (const [at, { text, box }] of words.entries()) {
    for (const other of words.slice(at + 1)) {
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
      // Lines stand close together.
      if (wide > 2 && high > box.height / 3) found.push(`over each other: ${text}, ${other.text}`)
    }
  }
  return found
}

/** Whether a chart's line has a visible contrast to its background, and some length. */
export function isDrawn(chart: Locator): Promise<boolean> {
  return chart.evaluate((node) => {
    const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
    const line = node.querySelector<SVGPathElement>('path[data-line]')
    if (!line) return false
    const ground = channels(getComputedStyle(document.documentElement).backgroundColor)
    const stroke = channels(getComputedStyle(line).stroke)
    const apart = stroke.reduce((sum, one, at) => sum + Math.abs(one - (ground[at] ?? 0)), 0)
    return stroke.length === 3 && apart > 240 && line.getTotalLength() > 200
  })
}

/** Sets the root font size, as a user with larger text does. */
export async function enlargeText(page: Page, percent: number | null): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size === null ? '' : `${size}%`
  }, percent)
  await waitUntilStill(page)
}

/** Waits until the page is drawn and no animation runs. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
  })
}

/** Saves a screenshot when E2E_SHOTS names a folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['E2E_SHOTS']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
