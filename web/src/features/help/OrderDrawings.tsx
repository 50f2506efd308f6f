import { useTranslation } from '../../i18n/useTranslation.ts'
import { Drawing, EndDot, EntryRing, Line, Note, ROUND, WIDTH } from '@tickmark/ui/chart/Drawing.tsx'
import type { Point } from '@tickmark/ui/chart/pathThrough.ts'

const PRICES: readonly Point[] = [
  [0, 104],
  [12, 112],
  [24, 98],
  [34, 118],
  [48, 108],
  [58, 122],
  [72, 96],
  [84, 104],
  [96, 88],
  [110, 94],
  [122, 78],
  [138, 90],
  [152, 70],
  [164, 80],
  [178, 92],
  [192, 74],
  [206, 82],
  [220, 58],
  [234, 66],
  [248, 48],
  [262, 60],
  [276, 40],
  [288, 50],
]
/** Of a mark in a legend. */
const MIDDLE: Point = [0, 0]
const ENTRY: Point = [110, 94]
const END: Point = [288, 50]

/** A price line from entry to end, and the side on which Up wins. */
export function PriceDrawing() {
  const { t } = useTranslation('help')
  return (
    <Drawing
      label={t('draw.price')}
      height={150}
      legend={[
        { text: t('draw.entry'), mark: <EntryRing at={MIDDLE} /> },
        { text: t('draw.settlement'), mark: <EndDot at={MIDDLE} tone="fill-up" /> },
        { text: t('draw.wins'), mark: <path d="M-9 -9h18v18h-18z" className="fill-up opacity-20" /> },
      ]}
    >
      <rect
        x={ENTRY[0]}
        y={6}
        width={END[0] - ENTRY[0]}
        height={ENTRY[1] - 6}
        className="fill-up opacity-10"
      />
      <line x1={END[0]} x2={END[0]} y1={6} y2={134} className="stroke-ink-3" strokeDasharray="2 3" />
      <Line points={PRICES} />
      <line x1={ENTRY[0]} x2={WIDTH} y1={ENTRY[1]} y2={ENTRY[1]} className="stroke-brand" strokeWidth={1.2} />
      <EntryRing at={ENTRY} />
      <EndDot at={END} tone="fill-up" />
      <Note at={[ENTRY[0] + 8, 22]} className="fill-up">
        {t('draw.wins')}
      </Note>
      <Note at={[ENTRY[0], 146]} anchor="middle">
        {t('draw.entry')}
      </Note>
      <Note at={[END[0], 146]} anchor="middle">
        {t('draw.settlement')}
      </Note>
    </Drawing>
  )
}

const LEVEL = 54
const TIED: readonly Point[] = [
  [20, LEVEL],
  [34, 40],
  [46, 48],
  [58, 28],
  [72, 44],
  [86, 66],
  [100, 58],
  [116, 72],
  [130, 46],
  [142, LEVEL],
]
const BROKEN: readonly Point[] = [
  [208, LEVEL],
  [222, 40],
  [234, 50],
  [248, 34],
  [258, 42],
]

/** The two results that are neither won nor lost: settlement at the entry price, and missing prices. */
export function ReturnedDrawing() {
  const { t } = useTranslation('help')
  return (
    <Drawing
      label={t('draw.returned')}
      height={112}
      legend={[
        { text: t('draw.tie'), mark: <EndDot at={MIDDLE} tone="fill-ink-3" /> },
        { text: t('draw.outage'), mark: <path d="M-9 -9h18v18h-18z" className="fill-caution-wash" /> },
      ]}
    >
      <line x1={20} x2={156} y1={LEVEL} y2={LEVEL} className="stroke-brand" strokeWidth={1.2} />
      <Line points={TIED} />
      <EntryRing at={[20, LEVEL]} />
      <EndDot at={[142, LEVEL]} tone="fill-ink-3" />
      <Note at={[86, 104]} anchor="middle">
        {t('draw.tie')}
      </Note>
      <line x1={208} x2={340} y1={LEVEL} y2={LEVEL} className="stroke-brand" strokeWidth={1.2} />
      <rect x={264} y={14} width={62} height={72} rx={4} className="fill-caution-wash" />
      <path
        d="M264 42L326 60"
        className="stroke-caution"
        strokeDasharray="1 5"
        {...ROUND}
        strokeWidth={1.6}
      />
      <Line points={BROKEN} />
      <EntryRing at={[208, LEVEL]} />
      <Note at={[274, 104]} anchor="middle">
        {t('draw.outage')}
      </Note>
    </Drawing>
  )
}

const LINKS = [
  { key: 'ticket', x: 8, mark: 'M0 -7h14v14h-14zM3 -2.5h8M3 2.5h5' },
  { key: 'entry', x: 125, mark: 'M7 -4.5a4.5 4.5 0 100 9a4.5 4.5 0 000-9z' },
  { key: 'settlement', x: 242, mark: 'M7 -5l5 10h-10z' },
] as const

/**
 * The log as a chain: the ticket before the entry price, the settlement price after it, and the check over all of them.
 */
export function ReceiptDrawing() {
  const { t } = useTranslation('help')
  return (
    <Drawing
      label={t('draw.receipt')}
      height={128}
      legend={[
        ...LINKS.map(({ key, mark }) => ({
          text: t(`draw.${key}`),
          mark: <path d={mark} transform="translate(-7 0)" className="stroke-brand" strokeWidth={1.6} />,
        })),
        {
          text: t('draw.checked'),
          mark: <path d="M-5 .5l3.5 3.5l7 -7.5" className="stroke-good" strokeWidth={1.8} {...ROUND} />,
          className: 'text-good',
        },
      ]}
    >
      <path
        d="M108 34h17M225 34h17"
        className="stroke-ink-3"
        strokeWidth={1.6}
        strokeDasharray="1 5"
        {...ROUND}
      />
      {LINKS.map(({ key, x, mark }) => (
        <g key={key}>
          <rect
            x={x}
            y={10}
            width={100}
            height={48}
            rx={10}
            className="fill-sheet stroke-rule"
            strokeWidth={1.4}
          />
          <path
            d={mark}
            transform={`translate(${x + 43} 26)`}
            className="stroke-brand"
            strokeWidth={1.6}
            strokeLinejoin="round"
          />
          <Note at={[x + 50, 50]} anchor="middle">
            {t(`draw.${key}`)}
          </Note>
        </g>
      ))}
      <path d="M8 72v6h334v-6" className="stroke-good" strokeWidth={1.4} />
      <circle cx={175} cy={92} r={11} className="fill-good-wash stroke-good" strokeWidth={1.4} />
      <path d="M170 92.5l3.5 3.5l7-7.5" className="stroke-good" strokeWidth={1.8} {...ROUND} />
      <Note at={[175, 121]} anchor="middle" className="fill-good">
        {t('draw.checked')}
      </Note>
    </Drawing>
  )
}
