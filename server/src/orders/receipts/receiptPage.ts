import { formatAmount, formatFixed, raiseTo } from '@tickmark/core/money/money'
import { productById } from '@tickmark/core/market/products'
import { winningLevel } from '@tickmark/core/orders/orders'
import type { WitnessedHead } from '@tickmark/core/log/witnessed'
import { receiptBlock } from '@tickmark/core/receipts/receiptFile'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import { LANGUAGE_TAGS, type Language } from '@tickmark/texts/languages'
import { durationText } from '@tickmark/texts/server/durations'
import { isolated } from '@tickmark/texts/server/isolated'
import { serverText } from '@tickmark/texts/server/serverText'
import { sideText } from '@tickmark/texts/server/sides'
import { escapeHtml } from '@tickmark/wire/texts/escapeHtml'
import { createHash } from 'node:crypto'
import { STYLE } from './receiptStyle.ts'
import type { ReleaseFiles } from '../../http/pages/releaseFiles.ts'

/** What the page needs besides the receipt. */
export interface ReceiptPageFacts {
  language: Language
  /** The house's public address. */
  publicUrl: string
  release: ReleaseFiles
  /** Stored next to the receipt in the data. */
  witnessed: WitnessedHead | null
}

/**
 * A receipt as one HTML file: its data, an account in plain words, and the script that checks the data. It loads nothing, and its
 * policy allows only this script and this style. The data is separate from the script, so that all receipts have the same script.
 */
export function receiptPage(receipt: Receipt, facts: ReceiptPageFacts): string {
  const { language, release, witnessed } = facts
  const say = (name: string, more: Record<string, string> = {}) =>
    escapeHtml(serverText(`receiptFile.${name}`, language, isolatedFacts(more, language)))
  const { pair, direction } = receipt.ticket
  const title = `${say('title')} · ${escapeHtml(pair)}`
  const policy = `default-src 'none'; script-src '${sourceHash(release.scriptText)}'; style-src '${sourceHash(STYLE)}'; img-src data:; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="${LANGUAGE_TAGS[language]}" dir="${language === 'arab' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header><p class="mark"><bdi dir="ltr">✓ Tickmark</bdi></p><h1>${title}</h1><p class="sub">${escapeHtml(sideText(direction, language))}</p></header>
<section id="verdict" role="status" data-is="open"><p id="verdict-title">${say('unchecked')}</p><p id="verdict-detail">${say('uncheckedDetail')}</p></section>
<section><h2>${say('accountTitle')}</h2>
${accountOf(receipt, language, say)}
</section>
<section><h2>${say('stepsTitle')}</h2><ul id="steps"><li>${say('unchecked')}</li></ul></section>
${trustOf(facts, say)}
${keysOf(receipt, say)}
</main>
${receiptBlock({ receipt, witnessed })}
<script>${release.scriptText}</script>
</body>
</html>
`
}

type Say = (name: string, facts?: Record<string, string>) => string

/** What happened, one sentence a line, in figures of the receipt alone. */
function accountOf({ ticket, settlement }: Receipt, language: Language, say: Say): string {
  const { pid, pair, direction, currency, book } = ticket
  const sum = (units: string) => `${formatAmount(BigInt(units))} ${currency}`
  const accepted = say('accepted', {
    time: utcText(ticket.acceptedAt),
    pair,
    side: sideText(direction, language),
    duration: durationText(ticket.duration, language),
    stake: sum(ticket.stake),
    profit: sum(ticket.profit),
  })
  const lines = [accepted]
  if (book === 'simulated') lines.push(say('simulated'))
  if (settlement.entrySeq === 0) lines.push(say('noEntry'))
  else {
    const level = levelText(ticket, settlement)
    const entry = { price: price(pid, BigInt(settlement.entryPrice)), level }
    lines.push(direction === 'up' ? say('entryUp', entry) : say('entryDown', entry))
  }
  if (settlement.exitSeq > 0) lines.push(say('exit', { price: price(pid, BigInt(settlement.exitPrice)) }))
  lines.push(say(OUTCOMES[settlement.outcome], { payout: sum(settlement.payout) }))
  return lines.map((one) => `<p>${one}</p>`).join('\n')
}

const OUTCOMES = { won: 'won', lost: 'lost', tied: 'tied', void: 'void', closed: 'closed' } as const

/** Why this file alone proves nothing, and how to check it by other means. */
function trustOf({ publicUrl, release }: ReceiptPageFacts, say: Say): string {
  return `<section><h2>${say('trustTitle')}</h2>
<p>${say('trust')}</p>
<p>${say('trustPage', { address: `${publicUrl}/r` })}</p>
<p>${say('trustCommand', { address: `${publicUrl}/verify.mjs` })}</p>
<p><code dir="ltr">node verify.mjs receipt.html</code></p>
<p>${say('hashes')}</p>
<dl><dt>${say('scriptHash')}</dt><dd dir="ltr" id="script-hash">—</dd>
<dt>${say('verifierHash')}</dt><dd dir="ltr">${release.verifier}</dd></dl>
</section>`
}

function keysOf({ keys }: Receipt, say: Say): string {
  return `<section><h2>${say('keysTitle')}</h2>
<dl><dt>${say('keyOrigin')}</dt><dd dir="ltr">${escapeHtml(keys.origin)}</dd>
<dt>${say('keyLog')}</dt><dd dir="ltr">${keys.log}</dd>
<dt>${say('keyReceipts')}</dt><dd dir="ltr">${keys.receipts}</dd></dl>
</section>`
}

/** A file's name in ASCII: coin, second of acceptance in UTC, and the beginning of the order's number. */
export function receiptFileName({ ticket }: Receipt): string {
  const stamp = new Date(ticket.acceptedAt).toISOString().replace(/[-:]|\..*/g, '')
  const pair = ticket.pair.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `tickmark-${pair}-${stamp.replace('T', '-')}-${ticket.order.slice(0, 8)}.html`
}

function isolatedFacts(facts: Record<string, string>, language: Language): Record<string, string> {
  const isWord = (name: string) => name === 'side' || name === 'duration'
  return Object.fromEntries(
    Object.entries(facts).map(([name, text]) => [name, isWord(name) ? text : isolated(text, language)]),
  )
}

/** The source expression of an inline element in a policy (CSP level 3, 2.3.1). */
function sourceHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

function utcText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

function price(pid: number, units: bigint): string {
  return formatFixed(units, productById(pid)?.decimals ?? 8)
}

/** Cut for Up and raised for Down, so that the text holds for exactly the prices that win. */
function levelText({ pid, direction, barrierPpm }: Receipt['ticket'], { entryPrice }: Receipt['settlement']) {
  const level = winningLevel(direction, barrierPpm, BigInt(entryPrice))
  const decimals = productById(pid)?.decimals ?? 8
  return formatFixed(direction === 'down' ? raiseTo(level, decimals) : level, decimals)
}
