import type { Receipt } from '@tickmark/core/receipts/receipts'
import { Drawing, EndDot, EntryRing, Line, WIDTH } from '@tickmark/ui/chart/Drawing.tsx'
import type { Point as Place } from '@tickmark/ui/chart/pathThrough.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useWide } from '../../../browser/useWide.ts'
import { receiptLine, type Point, type ReceiptLine } from './receiptLine.ts'

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
  const width = useWide() ? WIDE : WIDTH
  const line = receiptLine(receipt)
  // A single tick makes no line: an order closed at once has only its entry.
  if (entryText === null || line.runs.flat().length < 2) return null
  const label = exitText
    ? t('chart', { entry: entryText, exit: exitText })
    : t('chartEntry', { entry: entryText })
  return (
    <div className="my-2.5">
      <Drawing label={label} width={width} height={HEIGHT}>
        <Region line={line} width={width} up={receipt.ticket.direction === 'up'} />
        {line.runs.map((run) => (
          <Line key={run[0]?.x} points={run.map((at) => placeOf(at, width))} />
        ))}
        <Between runs={line.runs} width={width} />
        {line.entry && <Entry at={placeOf(line.entry, width)} width={width} />}
        {line.exit && (
          <EndDot at={placeOf(line.exit, width)} tone={TONES[receipt.settlement.outcome] ?? 'fill-ink-3'} />
        )}
      </Drawing>
    </div>
  )
}

const TONES: Readonly<Record<string, string>> = { won: 'fill-up', lost: 'fill-down' }

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

/** A gap between two runs of ticks: time that the receipt does not cover. */
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

function Entry({ at, width }: { at: Place; width: number }) {
  const [x, y] = at
  return (
    <>
      <line x1={x} x2={width} y1={y} y2={y} className="stroke-brand" strokeWidth={1.2} />
      <EntryRing at={at} />
    </>
  )
}

function placeOf(at: Point, width: number): Place {
  return [xOf(at.x, width), yOf(at.y)]
}

function xOf(x: number, width: number): number {
  return PAD + x * (width - 2 * PAD)
}

function yOf(y: number): number {
  return PAD + y * (HEIGHT - 2 * PAD)
}
