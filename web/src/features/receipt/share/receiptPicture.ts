import { formatAmount } from '@tickmark/core/money/money'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import { amountText, priceText } from '@tickmark/client/format/figures.ts'
import { formatOf } from '@tickmark/client/format/format.ts'
import { t } from '../../../i18n/i18n.ts'
import { sessionNow } from '../../../session/session.ts'
import { receiptLine, type Point } from '../line/receiptLine.ts'

const WIDTH = 1080
const HEIGHT = 1080
const PAD = 72
const CHART = { top: 500, height: 290 }
/** Space above and below the prices. */
const SPACE = 20

/**
 * Draws a receipt for sharing, in the page's colours and language: order, result, verdict, prices. It contains
 * nothing about its owner.
 */
export async function pictureOf(receipt: Receipt, stamp: 'holds' | 'withheld' | 'notProven'): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws nothing')
  const isRtl = document.documentElement.dir === 'rtl'
  pen.direction = isRtl ? 'rtl' : 'ltr'
  pen.textAlign = 'start'
  pen.fillStyle = colour('--ground')
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  const write = (text: string, y: number, size: number, tone: string, weight = 400) => {
    pen.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`
    pen.fillStyle = colour(tone)
    pen.fillText(text, isRtl ? WIDTH - PAD : PAD, y, WIDTH - 2 * PAD)
  }
  writeResult(receipt, write)
  write(t(`verdict:${stamp}`), 424, 38, stamp === 'holds' ? '--good' : '--caution', 600)
  drawRegion(pen, receipt)
  drawLine(pen, receipt)
  writePrices(receipt, write)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}

type Write = (text: string, y: number, size: number, tone: string, weight?: number) => void

function writeResult({ ticket, settlement }: Receipt, write: Write): void {
  const format = formatOf(sessionNow().language)
  const net = BigInt(settlement.net)
  const side = ticket.direction === 'up' ? t('trade:up') : t('trade:down')
  const book = ticket.book === 'simulated' ? ` · ${t('home:simulated')}` : ''
  write('✓ Tickmark', 112, 36, '--brand', 600)
  write(`${isolate(ticket.pair)} · ${side}${book}`, 196, 38, '--ink-2')
  const sum = `${amountText(format, ticket.currency, net, true)} ${ticket.currency}`
  write(isolate(sum), 296, 84, net > 0n ? '--up' : net < 0n ? '--down' : '--ink', 600)
  write(t(`receipt:${settlement.outcome}`), 350, 34, '--ink')
}

function writePrices({ ticket, settlement, keys }: Receipt, write: Write): void {
  const format = formatOf(sessionNow().language)
  const price = (units: string) => isolate(priceText(format, ticket.pid, formatAmount(BigInt(units))))
  const seq = (place: number) => isolate(format.figure(String(place), { decimals: 0 }))
  const { entrySeq, exitSeq } = settlement
  if (entrySeq > 0)
    write(`${t('receipt:entry', { seq: seq(entrySeq) })}  ${price(settlement.entryPrice)}`, 876, 34, '--ink')
  if (exitSeq > 0)
    write(
      `${t('receipt:settlement', { seq: seq(exitSeq) })}  ${price(settlement.exitPrice)}`,
      930,
      34,
      '--ink',
    )
  write(isolate(`${location.host} · ${keys.origin}`), 1010, 26, '--ink-2')
}

/** The region in which the settlement price wins. */
function drawRegion(pen: CanvasRenderingContext2D, receipt: Receipt): void {
  const { entry, level } = receiptLine(receipt)
  if (!entry || level === null) return
  const isUp = receipt.ticket.direction === 'up'
  const [x, y] = placeOf({ x: entry.x, y: level })
  pen.globalAlpha = 0.12
  pen.fillStyle = colour(isUp ? '--up' : '--down')
  const top = isUp ? CHART.top - SPACE : y
  pen.fillRect(x, top, WIDTH - PAD - x, isUp ? y - top : CHART.top + CHART.height + SPACE - y)
  pen.globalAlpha = 1
}

/** The price line with its two deciding ticks; time runs from left to right in every language. */
function drawLine(pen: CanvasRenderingContext2D, receipt: Receipt): void {
  const line = receiptLine(receipt)
  pen.lineWidth = 5
  pen.lineJoin = 'round'
  pen.strokeStyle = colour('--ink')
  for (const run of line.runs) {
    pen.beginPath()
    for (const at of run) pen.lineTo(...placeOf(at))
    pen.stroke()
  }
  drawGap(pen, line.runs)
  const dots = [
    [line.entry, '--brand'],
    [line.exit, DOTS[receipt.settlement.outcome] ?? '--ink-3'],
  ] as const
  for (const [at, tone] of dots) {
    if (!at) continue
    pen.beginPath()
    pen.arc(...placeOf(at), 13, 0, 2 * Math.PI)
    pen.fillStyle = colour(tone)
    pen.fill()
  }
}

const DOTS: Readonly<Record<string, string>> = { won: '--up', lost: '--down' }

/** Time between two runs of ticks, which the receipt does not cover. */
function drawGap(pen: CanvasRenderingContext2D, runs: readonly Point[][]): void {
  const [from, to] = [runs[0]?.at(-1), runs[1]?.[0]]
  if (!from || !to) return
  pen.setLineDash([3, 14])
  pen.beginPath()
  pen.moveTo(...placeOf(from))
  pen.lineTo(...placeOf(to))
  pen.stroke()
  pen.setLineDash([])
}

function placeOf({ x, y }: Point): [number, number] {
  return [PAD + x * (WIDTH - 2 * PAD), CHART.top + y * CHART.height]
}

/** Keeps figures left to right inside any text (Unicode UAX 9). */
function isolate(text: string): string {
  return `\u2066${text}\u2069`
}

/** A token of the page's theme as a canvas colour. */
function colour(token: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
