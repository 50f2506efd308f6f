import type { Receipt } from '@tickmark/core/receipts/receipts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useWide } from '../../browser/useWide.ts'
import { receiptLine, type Point, type ReceiptLine } from './receiptLine.ts'

const NARROW = 350
const WIDE = 664
const HEIGHT = 150
const PAD = 14

interface PriceLineProps {
  receipt: Receipt
  /** The formatted entry and settlement price; null when missing. */
  entryText: string | null
  exitText: string | null
}

/** The receipt's ticks as a line, with the two deciding ones and the winning side. */
export function PriceLine({ receipt, entryText, exitText }: PriceLineProps) {
  const { t } = useTranslation('receipt')
  const width = useWide() ? WIDE : NARROW
  const line = receiptLine(receipt)
  // A single tick makes no line: an order that was closed at once has only its entry.
  if (entryText === null || line.runs.flat().length < 2) return null
  const label = exitText
    ? t('chart', { entry: entryText, exit: exitText })
    : t('chartEntry', { entry: entryText })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      fill="none"
      direction="ltr"
      className="my-2.5 block w-full overflow-visible"
    >
      <Region line={line} width={width} up={receipt.ticket.direction === 'up'} />
      {line.runs.map((run) => (
        <path
          key={run[0]?.x}
          d={pathOf(run, width)}
          className="stroke-ink"
          strokeWidth={1.7}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      ))}
      <Between runs={line.runs} width={width} />
      {line.entry && <EntryMark at={line.entry} width={width} />}
      {line.exit && <ExitMark at={line.exit} width={width} outcome={receipt.settlement.outcome} />}
    </svg>
  )
}

function Region({ line, up, width }: { line: ReceiptLine; up: boolean; width: number }) {
  if (line.level === null) return null
  const level = yOf(line.level)
  const from = line.entry ? xOf(line.entry.x, width) : 0
  return (
    <>
      <rect
        x={from}
        width={width - from}
        y={up ? 0 : level}
        height={up ? level : HEIGHT - level}
        className={`opacity-10 ${up ? 'fill-up' : 'fill-down'}`}
      />
      <line
        x1={from}
        x2={width}
        y1={level}
        y2={level}
        className={up ? 'stroke-up' : 'stroke-down'}
        strokeDasharray="2 3"
      />
    </>
  )
}

/** A gap between two runs of ticks: time that the receipt does not need. */
function Between({ runs, width }: { runs: Point[][]; width: number }) {
  const from = runs[0]?.at(-1)
  const to = runs[1]?.[0]
  if (!from || !to) return null
  return (
    <line
      x1={xOf(from.x, width)}
      y1={yOf(from.y)}
      x2={xOf(to.x, width)}
      y2={yOf(to.y)}
      className="stroke-ink-3"
      strokeDasharray="1 5"
      strokeLinecap="round"
    />
  )
}

function EntryMark({ at, width }: { at: Point; width: number }) {
  return (
    <>
      <line
        x1={xOf(at.x, width)}
        x2={width}
        y1={yOf(at.y)}
        y2={yOf(at.y)}
        className="stroke-brand"
        strokeWidth={1.2}
      />
      <circle
        cx={xOf(at.x, width)}
        cy={yOf(at.y)}
        r={4.5}
        className="fill-ground stroke-brand"
        strokeWidth={2}
      />
    </>
  )
}

function ExitMark({ at, outcome, width }: { at: Point; outcome: string; width: number }) {
  const tone = outcome === 'won' ? 'fill-up' : outcome === 'lost' ? 'fill-down' : 'fill-ink-3'
  return (
    <>
      <circle cx={xOf(at.x, width)} cy={yOf(at.y)} r={9} className={`opacity-20 ${tone}`} />
      <circle cx={xOf(at.x, width)} cy={yOf(at.y)} r={4} className={tone} />
    </>
  )
}

function pathOf(run: Point[], width: number): string {
  return run
    .map((at, place) => `${place === 0 ? 'M' : 'L'}${xOf(at.x, width).toFixed(1)} ${yOf(at.y).toFixed(1)}`)
    .join('')
}

function xOf(x: number, width: number): number {
  return PAD + x * (width - 2 * PAD)
}

function yOf(y: number): number {
  return PAD + y * (HEIGHT - 2 * PAD)
}
